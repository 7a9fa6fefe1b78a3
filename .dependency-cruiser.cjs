/** Who may import whom (ARCHITECTURE.md). Each rule is named after what it forbids; test/unit/boundaries.test.ts plants one bad import for each. */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      comment: "A cycle means that two things are one.",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "contract-imports-only-zod",
      severity: "error",
      comment: "It runs in the browser and on the server.",
      from: { path: "^packages/contract/src", pathNot: "\\.test\\.ts$" },
      to: { pathNot: ["^packages/contract/src", "node_modules/zod"] },
    },
    {
      name: "credit-imports-nothing",
      severity: "error",
      comment: "Pure calculators: no I/O, no clock.",
      from: { path: "^packages/credit/src", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^packages/credit/src" },
    },
    {
      name: "ledger-knows-no-loan",
      severity: "error",
      comment: "A double-entry library, nothing of the product.",
      from: { path: "^packages/ledger/src", pathNot: "\\.test\\.ts$" },
      to: { path: "^(apps|packages/(contract|credit))/" },
    },
    {
      name: "only-the-books-post",
      severity: "error",
      comment: "Every posting template stands in one place.",
      from: {
        path: "^apps/api/src",
        pathNot: ["^apps/api/src/modules/money/books/", "^apps/api/src/main\\.ts$", "\\.test\\.ts$"],
      },
      to: { path: "^packages/ledger/" },
    },
    {
      name: "modules-enter-by-the-door",
      severity: "error",
      comment: "A room is entered through its index.ts, books and states included.",
      from: { path: "^apps/api/src/modules/([^/]+/[^/]+)/", pathNot: "\\.test\\.ts$" },
      to: {
        path: "^apps/api/src/modules/[^/]+/[^/]+/",
        pathNot: [
          "^apps/api/src/modules/$1/",
          "^apps/api/src/modules/[^/]+/[^/]+/index\\.ts$",
          "^apps/api/src/modules/[^/]+/[^/]+/[^/]+/index\\.ts$",
        ],
      },
    },
    {
      name: "rules-are-pure",
      severity: "error",
      comment: "Decisions take facts and give verdicts, plans say what to write; they read nothing.",
      from: {
        path: "^apps/api/src/modules/.*/((rules|plan)\\.ts|running-loan/index\\.ts|planning/[^/]*(?<!test)\\.ts)$",
      },
      to: {
        pathNot: [
          "/(rules\\.ts|running-loan/index\\.ts|planning/[^/]*\\.ts)$",
          "^packages/(contract|credit)/",
          "/terms\\.ts$",
        ],
      },
    },
    {
      name: "outside-knows-no-module",
      severity: "error",
      comment: "Adapters speak to providers, not to our rooms.",
      from: { path: "^apps/api/src/outside/" },
      to: { path: "^apps/api/src/modules/" },
    },
    {
      name: "web-imports-no-server",
      severity: "error",
      comment: "The browser gets types and declarations, never the server.",
      from: { path: "^apps/web/" },
      to: { path: ["^apps/(api|sandbox)/", "^packages/ledger/"] },
    },
    {
      name: "no-schemas-in-the-browser",
      severity: "error",
      comment: "The browser is generated without zod.",
      from: { path: "^apps/web/src", pathNot: "\\.test\\.ts$" },
      to: { path: "node_modules/zod", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "features-do-not-meet",
      severity: "error",
      comment: "What two features share belongs in shared.",
      from: { path: "^apps/web/src/features/([^/]+/[^/]+)/" },
      to: { path: "^apps/web/src/features/", pathNot: "^apps/web/src/features/$1/" },
    },
    {
      name: "shared-knows-no-feature",
      severity: "error",
      comment: "The arrow goes app → features → shared → contract.",
      from: { path: "^apps/web/src/shared/" },
      to: { path: "^apps/web/src/(app|features)/" },
    },
    {
      name: "features-know-no-app",
      severity: "error",
      comment: "The arrow goes app → features → shared → contract.",
      from: { path: "^apps/web/src/features/" },
      to: { path: "^apps/web/src/app/" },
    },
    {
      name: "sandbox-stands-alone",
      severity: "error",
      comment: "The outside world knows nothing of us but vocabulary.",
      from: { path: "^apps/sandbox/src", pathNot: "\\.test\\.ts$" },
      to: { path: ["^apps/(api|web)/", "^packages/(ledger|credit)/"] },
    },
    {
      name: "product-knows-no-ops",
      severity: "error",
      comment:
        "Benches and chaos look at the product; it works, and is tested, without them. One test holds that the sabotages name what exists.",
      from: { path: "^(apps|packages|scripts|test)/", pathNot: "^test/unit/sabotages[.]test[.]ts$" },
      to: { path: "^ops/" },
    },
    {
      name: "nothing-unresolvable",
      severity: "error",
      comment: "An import that leads nowhere.",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(vite/client$|virtual:)" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["\\.gen\\.ts$", "/dist/"] },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".js", ".mjs", ".css"],
    },
  },
};
