"""Scores on a cluster of Apache Spark: columns of measures for data frames of any size.

    scored = score_dataframe(spark.read.parquet("pairs"), measures="wrd")
    scored.write.parquet("scored")

Each Python worker of Spark keeps a process of ``wrd`` with one thread for all of its batches and tasks. docs/scale.md
has what happens when one of them dies, what it costs, and how much faster it can be made. The program
``python -m wordrotator.spark INPUT OUTPUT`` does the same for files of Parquet.

Spark is not installed with this package: ``pip install 'wordrotator[spark]'``.
"""

try:
    import pyspark  # noqa: F401
except ImportError as error:
    raise ImportError("found no pyspark, expected it: pip install 'wordrotator[spark]'", name="pyspark") from error

from wordrotator.spark._converters import fit_converter
from wordrotator.spark._groups import choose_dataframe, matrix_dataframe
from wordrotator.spark._means import Mean, Means, corpus_means
from wordrotator.spark._scoring import score_dataframe
from wordrotator.spark._setting import distribute, signature

__all__ = [
    "Mean",
    "Means",
    "choose_dataframe",
    "corpus_means",
    "distribute",
    "fit_converter",
    "matrix_dataframe",
    "score_dataframe",
    "signature",
]
