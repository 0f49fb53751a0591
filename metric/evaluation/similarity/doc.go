// Package similarity measures how well the similarity of two texts agrees with people: [Pairs] for sentences, [Words] for
// words, over data sets such as those of STS and WordSim.
package similarity
