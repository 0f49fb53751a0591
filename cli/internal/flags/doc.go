// Package flags has the flags that several verbs share, and opens what they name: settings, texts, tables of scores,
// groups, tests, files that are read and written. The flags of one verb alone stand with the verb.
//
// A verb reads its flags into options and runs these on a Host (Verb). Which files a line names is said once, by
// InputFlags, so that nothing a run reads is written over.
package flags
