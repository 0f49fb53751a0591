// Package say makes the sentences that people read of results: one of verdict, and few notes. Records have the numbers,
// names and reasons; every host (command, worker, Python, page) shows what this package says of them.
//
// It may change with any version; README lists the packages that do not.
package say
