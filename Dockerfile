# syntax=docker/dockerfile:1
# The command `rulelang`, for the folder one stands in:
#   docker build --tag rulelang .
#   docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD:/rules" rulelang check my_game.rules

FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md ./
COPY rulelang rulelang
COPY interpreter interpreter
RUN pip wheel --no-cache-dir --wheel-dir /wheels .

FROM python:3.12-slim
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index /wheels/*.whl \
    && useradd --create-home --uid 1000 author
USER 1000
WORKDIR /rules
ENTRYPOINT ["rulelang"]
CMD ["--help"]
