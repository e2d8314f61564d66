const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

/** What may not import what. Paths are those of the folder tree in the README. */
export const rules = [
  forbid('no-circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
  forbid('contract-stands-alone', { path: '^contract/' }, { path: '^(src|apps|server)/' }),
  forbid('server-knows-no-client', { path: '^server/' }, { path: '^(src|apps)/' }),
  forbid('client-knows-no-server', { path: '^(src|apps)/' }, { path: '^server/' }),
  forbid('workers-know-no-page', { path: '^src/(workers|sw)/' }, { path: '^(src/app|apps)/' }),
  forbid(
    'pages-reach-workers-through-platform',
    { path: '^src/app/', pathNot: '^src/app/platform/' },
    { path: '^src/workers/', dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'applications-know-the-portal-interface-only',
    { path: '^apps/' },
    { path: '^src/', pathNot: String.raw`^src/app/(ui/|micro-apps/micro-app\.ts)` },
  ),
  forbid(
    'the-catalogue-shows-the-kit',
    { path: '^kit/' },
    {
      path: '^(src|apps|server)/',
      pathNot: String.raw`^src/app/(ui/|locales/|core/notices/|boot/early/appearance\.ts)`,
    },
  ),
  forbid('nothing-needs-the-catalogue', { path: '^(contract|src|apps|server)/' }, { path: '^kit/' }),
  forbid('applications-do-not-import-each-other', { path: '^apps/([^/]+)/' }, { path: '^apps/', pathNot: '^apps/$1/' }),
]
