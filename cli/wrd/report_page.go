package main

import (
	"github.com/urfave/cli/v2"
	"github.com/wordrotator/wrd/cli/internal/flags"
)

// pageFlag is --report of the verbs that print something else.
var pageFlag = &cli.StringFlag{Name: "report", Category: flags.OutputFlags,
	Usage: "`FILE`: also write a report, as wrd report does"}
