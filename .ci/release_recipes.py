"""Recipes by which other package managers build a release: conda-forge, Homebrew, Docker; for .ci/release.

    release_recipes.py FOLDER VERSION     reads wordrotator-VERSION.tar.gz there; writes recipe.yaml, wrd.rb, Dockerfile
"""

import hashlib
import sys
from pathlib import Path

ABOUT = "Word Rotator's Distance: scores generated text against references, exactly and fast"
HOMEPAGE = "https://github.com/wordrotator/wrd"
SOURCES = "https://files.pythonhosted.org/packages/source/w/wordrotator/wordrotator-{version}.tar.gz"

CONDA = """\
# The recipe of conda-forge, in the format of rattler-build: recipes/wordrotator/recipe.yaml of staged-recipes.
schema_version: 1

package:
  name: wordrotator
  version: "{version}"

source:
  url: {sources}
  sha256: {sha256}

build:
  number: 0
  script: ${{{{ PYTHON }}}} -m pip install . -vv --no-deps --no-build-isolation

requirements:
  build:
    - ${{{{ compiler("go-nocgo") }}}}
  host:
    - python
    - pip
    - hatchling >=1.24
  run:
    - python >=3.10

tests:
  - python:
      imports: [wordrotator]
      pip_check: true
  - script:
      - wrd version
      - python -c "import wordrotator; assert wordrotator.similarity('a cat', 'a cat') == 1"

about:
  homepage: {homepage}
  summary: "{about}"
  license: Apache-2.0 AND CC-BY-SA-4.0 AND MIT
  license_file: [LICENSE, licenses/]
  documentation: {homepage}/tree/main/docs

extra:
  recipe-maintainers: []  # GitHub names of who looks after it
"""

HOMEBREW = """\
class Wrd < Formula
  desc "Word Rotator's Distance: scores generated text against references"
  homepage "{homepage}"
  url "{sources}"
  sha256 "{sha256}"
  license all_of: ["Apache-2.0", "CC-BY-SA-4.0", "MIT"]

  depends_on "go" => :build

  def install
    pkgshare.install "LICENSE", "licenses"
    ENV["CGO_ENABLED"] = "0"
    cd "go" do
      system "go", "build", *std_go_args(ldflags: "-s -w"), "./cli/wrd"
    end
    generate_completions_from_executable(bin/"wrd", "completion")
  end

  test do
    (testpath/"text").write "a cat sat\\n"
    assert_match '"wrd_similarity"', shell_output("#{{bin}}/wrd score -c text -r text --format json")
    assert_match version.to_s, shell_output("#{{bin}}/wrd version")
  end
end
"""

DOCKER = """\
# An image with the static program and its licences, and nothing else. In a folder with the archives for Linux:
#
#     docker buildx build --platform linux/amd64,linux/arm64 --tag wrd:{version} .
#     docker run --rm --volume "$PWD:/data" --tmpfs /tmp wrd:{version} score -c system.txt -r reference.txt
#
# It runs as nobody, so files that it is to write (-o) need a folder that anybody may write to, or --user "$(id -u)".
FROM scratch AS files
ARG TARGETARCH
ADD wrd-{version}-linux-${{TARGETARCH}}.tar.gz /

FROM scratch
ARG TARGETARCH
LABEL org.opencontainers.image.title="wrd" \\
      org.opencontainers.image.description="{about}" \\
      org.opencontainers.image.version="{version}" \\
      org.opencontainers.image.source="{homepage}" \\
      org.opencontainers.image.licenses="Apache-2.0 AND CC-BY-SA-4.0 AND MIT"
COPY --from=files /wrd-{version}-linux-${{TARGETARCH}} /
USER 65534:65534
WORKDIR /data
ENTRYPOINT ["/wrd"]
"""


def main(folder: Path, version: str) -> None:
    sdist = (folder / f"wordrotator-{version}.tar.gz").read_bytes()
    known = {
        "about": ABOUT,
        "homepage": HOMEPAGE,
        "version": version,
        "sources": SOURCES.format(version=version),
        "sha256": hashlib.sha256(sdist).hexdigest(),
    }
    for name, text in (("recipe.yaml", CONDA), ("wrd.rb", HOMEBREW), ("Dockerfile", DOCKER)):
        (folder / name).write_text(text.format(**known), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
