package flags

// TokenVectorsFlag is the name of the flag of texts that come with vectors for their tokens.
const TokenVectorsFlag = "token-vectors"
