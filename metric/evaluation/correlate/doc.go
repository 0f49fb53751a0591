// Package correlate measures how well measures agree with people: [Run] correlates columns of scores with human ones, on
// several levels, with intervals and tests, and says which measures agree better than others.
package correlate
