# The service in one image: docker build -t latchkey .
# Settings come from the environment, data goes to /data, and nothing else is written but temporary files in /tmp.
# better-sqlite3 12 aborts where it was compiled with the headers of Node 24.19 to 24.21 (nodejs/node#65446).
ARG NODE=node:24.18-bookworm

# What runs in production. The full image has the compiler that better-sqlite3 needs where no binary of it can be had.
FROM ${NODE} AS modules
WORKDIR /app
COPY package.json package-lock.json ./
COPY apps/build/production.mjs apps/build/
RUN node apps/build/production.mjs /production
WORKDIR /production
RUN npm ci
# What serves compilers and debuggers only.
RUN rm -rf node_modules/better-sqlite3/deps \
 && find node_modules/better-sqlite3/build -type f ! -name better_sqlite3.node -delete \
 && find node_modules -type f -regextype posix-extended -regex '.*[.](map|[mc]?ts)' -delete

# To compile TypeScript, no install script is needed. The build also runs both programs once, which open an SQLite file.
FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY --from=modules /production/node_modules/better-sqlite3/build node_modules/better-sqlite3/build
COPY nest-cli.json tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY apps apps
COPY libs libs
RUN npm run build && find dist -name '*.map' ! -name latchkey.cjs.map ! -name cli.cjs.map -delete

FROM ${NODE}-slim
ENV NODE_ENV=production DATABASE_URL=sqlite:/data/auth.sqlite
WORKDIR /app
RUN install -d -o node -g node -m 700 /data && ln -s /app/dist/cli.js /usr/local/bin/latchkey
COPY --from=modules /production/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=modules /production/package.json ./
# The user node, by number, so that Kubernetes can see that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/latchkey.js"]
