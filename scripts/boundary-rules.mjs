const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

/** The parts of the page: each imports only parts before it; those of one inner list do not exclude each other. */
const PAGE = [['core'], ['ui', 'platform'], ['micro-apps', 'features'], ['frame'], ['boot']]
/** The parts of the server, in the same form. */
const SERVER = [['runtime'], ['db', 'blobs', 'jobs'], ['http'], ['modules']]
/** The domains of the server; each may import those before it. A folder of a domain that needs later ones stands at its own place. */
export const MODULES = [
  'units',
  'trail',
  'branding',
  'phones',
  'spreadsheets',
  'live',
  'mail',
  'auth',
  'identity-providers',
  'oauth',
  'units/settings',
  'files',
  'messages',
  'desktop',
  'applications',
  'units/setup',
  'voice',
  'accounts',
  'faces',
  'attendance',
  'today',
  'people',
  'roster',
  'one-roster',
  'imports',
  'roles',
  'areas',
  'units/operators',
  'units/export',
]

/** One rule for each step of an order: it imports nothing that comes after it. */
const inOrder = (name, folder, order) =>
  order.slice(0, -1).map((step, at) => {
    const within = (steps) => `^${folder}/(${steps.join('|')})/`
    const later = within(order.slice(at + 1).flat())
    return forbid(`${name}: ${step.join(', ')}`, { path: within(step), pathNot: later }, { path: later })
  })

/** The forbidden imports; docs/develop/decisions/0032 says why. */
export const rules = [
  forbid('no-circles', {}, { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } }),
  forbid('contract-stands-alone', { path: '^contract/' }, { path: '^(src|apps|server)/' }),
  // It lists the files of endpoints; whoever calls one imports its file.
  forbid('domains-are-for-the-table', { pathNot: '^contract/table.ts$' }, { path: '^contract/domains.ts$' }),
  forbid('server-knows-no-client', { path: '^server/' }, { path: '^(src|apps)/' }),
  forbid('client-knows-no-server', { path: '^(src|apps)/' }, { path: '^server/' }),
  forbid('http-serves-page-and-workers', { path: '^src/http/' }, { path: '^(src/(app|sw|workers)|apps)/' }),
  forbid(
    'pages-make-calls-through-core',
    { path: '^src/app/', pathNot: '^src/app/(core|ui)/' },
    { path: '^src/http/(send|report-progress|renewal)\\.ts$' },
  ),
  forbid('workers-know-no-page', { path: '^src/(workers|sw)/' }, { path: '^(src/app|apps)/' }),
  forbid(
    'pages-reach-workers-through-platform',
    { path: '^src/app/', pathNot: '^src/app/platform/' },
    { path: '^src/workers/', dependencyTypesNot: ['type-only'] },
  ),
  ...inOrder('page', 'src/app', PAGE),
  forbid(
    'features-do-not-import-each-other',
    { path: '^src/app/features/([^/]+)/' },
    { path: '^src/app/features/([^/]+)/', pathNot: '^src/app/features/$1/' },
  ),
  forbid('micro-apps-know-no-feature', { path: '^src/app/micro-apps/' }, { path: '^src/app/features/' }),
  forbid(
    'first-party-applications-share-the-core-of-the-portal',
    { path: '^apps/' },
    { path: '^src/', pathNot: String.raw`^src/app/(core/|ui/|micro-apps/(slips/)?[^/]+$)` },
  ),
  // As the applications of others; it shows that the interface is enough.
  forbid(
    'roster-knows-the-portal-interface-only',
    { path: '^apps/roster/' },
    { path: '^src/', pathNot: String.raw`^src/app/(ui/|micro-apps/(slips/)?[^/]+$)` },
  ),
  forbid(
    'the-catalogue-shows-the-kit',
    { path: '^kit/' },
    {
      path: '^(src|apps|server)/',
      pathNot: String.raw`^src/app/(ui/|locales/|core/(notices|permissions)/|core/appearance\.ts)`,
    },
  ),
  forbid('nothing-needs-the-catalogue', { path: '^(contract|src|apps|server)/' }, { path: '^kit/' }),
  forbid('applications-do-not-import-each-other', { path: '^apps/([^/]+)/' }, { path: '^apps/', pathNot: '^apps/$1/' }),
  ...inOrder('server', 'server', SERVER),
  ...inOrder(
    'modules',
    'server/modules',
    MODULES.map((name) => [name]),
  ),
]
