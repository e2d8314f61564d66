const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

/** What may not import what. Paths are those of the folder tree in the README. */
export const rules = [
  forbid('no-circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
  forbid('contract-stands-alone', { path: '^contract/' }, { path: '^(src|apps|server)/' }),
  forbid('server-knows-no-client', { path: '^server/' }, { path: '^(src|apps)/' }),
  forbid('client-knows-no-server', { path: '^(src|apps)/' }, { path: '^server/' }),
  forbid('workers-know-no-page', { path: '^src/(workers|sw)/' }, { path: '^(src/app|apps)/' }),
  forbid(
    'pages-reach-workers-by-bridges',
    { path: '^src/app/', pathNot: '^src/app/bridges/' },
    { path: '^src/workers/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'features-do-not-import-each-other',
    { path: '^src/app/features/([^/]+)/' },
    { path: '^src/app/features/([^/]+)/', pathNot: '^src/app/features/($1|language|tenant)/' },
  ),
  forbid('features-know-no-shell', { path: '^src/app/features/' }, { path: '^src/app/shell/' }),
  forbid('kit-knows-no-feature', { path: '^src/app/kit/' }, { path: '^src/app/(features|shell|bridges|api)/' }),
  forbid('api-knows-no-feature', { path: '^src/app/(api|bridges|state)/' }, { path: '^src/app/(features|shell)/' }),
  forbid(
    'applications-know-the-portal-interface-only',
    { path: '^apps/' },
    { path: '^src/', pathNot: String.raw`^src/app/(kit/|micro-app\.ts)` },
  ),
  forbid(
    'the-catalogue-shows-the-kit',
    { path: '^kit/' },
    { path: '^(src|apps|server)/', pathNot: String.raw`^src/app/(kit/|locales/|early/appearance\.ts)` },
  ),
  forbid('nothing-needs-the-catalogue', { path: '^(contract|src|apps|server)/' }, { path: '^kit/' }),
  forbid('applications-do-not-import-each-other', { path: '^apps/([^/]+)/' }, { path: '^apps/', pathNot: '^apps/$1/' }),
  forbid('server-layers', { path: '^server/(db|storage)/' }, { path: '^server/(routes|services|plugins)/' }),
  forbid('services-know-no-route', { path: '^server/services/' }, { path: '^server/(routes|plugins)/' }),
]
