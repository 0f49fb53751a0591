package table

// For the tests of numbers that the Parquet library cannot write.
var (
	HalfNumber  = halfNumber
	DecimalText = decimalText
)
