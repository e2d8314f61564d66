import { openDB } from 'idb'
import { DESKTOP_STORE, PORTAL_DATABASE } from '../../contract/service-worker.ts'

/** The page writes it. */
export interface Snapshot {
  /** The paths of its stylesheets. */
  readonly styles: readonly string[]
  /** One hidden element, which the document's inline script shows if it belongs to the signed-in user. */
  readonly html: string
}

/** Milliseconds that a document waits for a snapshot, which may not exist. */
const READ_WAIT = 400

/** Null when this device has no desktop snapshot. Never rejects. */
export async function readSnapshot(): Promise<Snapshot | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, READ_WAIT, null))
  return Promise.race([read().catch(() => null), late])
}

async function read(): Promise<Snapshot | null> {
  const database = await openDB(PORTAL_DATABASE, undefined, {
    // Only the page creates the database.
    upgrade(_database, _old, _new, creation) {
      creation.done.catch(() => {})
      creation.abort()
    },
  })
  try {
    for (const record of await database.getAll(DESKTOP_STORE)) {
      const { view } = Object(record)
      if (isView(view)) return view
    }
    return null
  } finally {
    database.close()
  }
}

function isView(view: unknown): view is Snapshot {
  const { styles, html } = Object(view)
  return typeof html === 'string' && Array.isArray(styles) && styles.every((path) => typeof path === 'string')
}

const CONTENT = /<div id="root">[^]*<\/div>(?=<script>)/

/** The paths of this version's files, and those of them that the first screens need, which are all there. */
interface Paths {
  readonly known: ReadonlySet<string>
  readonly linked: ReadonlySet<string>
}

/**
 * The document with the desktop snapshot in place of the login form. Unchanged when a stylesheet is not of this version. Stylesheets of pages that were open before the
 * desktop are left out: they may not be there.
 */
export function withSnapshot(document: string, view: Snapshot, { known, linked }: Paths): string {
  if (!view.styles.every((path) => known.has(path))) return document
  const needed = view.styles.filter((path) => linked.has(path))
  const styles = needed.map((path) => `<link rel="stylesheet" crossorigin href="${path}">`).join('')
  return document
    .replace('</head>', () => `${styles}</head>`)
    .replace(CONTENT, () => `${view.html}<div id="root"></div>`)
}
