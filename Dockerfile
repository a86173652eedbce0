# The exact Node of the packages (package.json); tests/architecture/starters.test.ts compares them. That image has libatomic1, which this Node loads.
ARG NODE_IMAGE=node:26.10.0-bookworm-slim

# Build: all packages, the bundles, then what the server loads from packages and from the system.
FROM ${NODE_IMAGE} AS build
RUN apt-get update && apt-get install -y --no-install-recommends binutils
WORKDIR /app
COPY package.json package-lock.json ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY tsconfig.json vite.config.ts ./
COPY client client
COPY public public
COPY server server
COPY shared shared
RUN npm run build
RUN node server/tooling/runtime-packages.ts /runtime
# Packages that are bundled are listed too: their code is in the image.
RUN npm sbom --omit=dev --package-lock-only --sbom-format=cyclonedx > /runtime/sbom.cdx.json
RUN node server/tooling/image-system.ts /system /runtime
RUN mkdir /data

# The image: Node, the libraries that it loads, and the site. No shell, no package manager.
FROM scratch
LABEL org.opencontainers.image.title="Portal da previdência" \
      org.opencontainers.image.description="Public website of a pension institution, with its transparency section" \
      org.opencontainers.image.licenses="SEE LICENSE IN LICENSE"
# Memory that the allocator gives back; server/tooling/server-process.ts says why.
ENV PATH=/usr/local/bin \
    NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MALLOC_MMAP_THRESHOLD_=131072 \
    DATA_DIR=/data \
    DEMO_CONTENT=off
COPY --from=build /system /
# A folder that is there already keeps its owner, so this copy makes it.
COPY --from=build --chown=1000:1000 /data /data
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=build /runtime ./
COPY --from=build /app/public public
# The project of the database; its demonstration runs from these sources, and prints dates and numbers as the site does.
COPY --from=build /app/shared/locale shared/locale
COPY --from=build /app/shared/cache/remembering.ts /app/shared/cache/semaphore.ts shared/cache/
COPY --from=build /app/server/project server/project
COPY --from=build /app/dist dist
USER 1000:1000
VOLUME /data
EXPOSE 3000
# Readiness, so that whoever waits for a healthy container waits for one that can serve.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node is process 1: it handles SIGTERM itself and waits for the processes that it starts.
CMD ["node", "--enable-source-maps", "--heap-growing-percent=40", "dist/site/main.js"]
