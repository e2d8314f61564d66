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
  const opening = indexedDB.open(PORTAL_DATABASE)
  // Only the page creates the database.
  opening.addEventListener('upgradeneeded', () => opening.transaction?.abort())
  const database = await resultOf(opening)
  try {
    const records = await resultOf(database.transaction(DESKTOP_STORE).objectStore(DESKTOP_STORE).getAll())
    for (const record of records) {
      const { view } = Object(record)
      if (isView(view)) return view
    }
    return null
  } finally {
    database.close()
  }
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('IndexedDB refused', { cause: request.error })))
  })
}

function isView(view: unknown): view is Snapshot {
  const { styles, html } = Object(view)
  return typeof html === 'string' && Array.isArray(styles) && styles.every((path) => typeof path === 'string')
}

const CONTENT = /<div id="root">[^]*<\/div>(?=<script>)/

/** The document with the desktop snapshot in place of the login form. Unchanged when a stylesheet is not of this version. */
export function withSnapshot(document: string, view: Snapshot, precached: ReadonlySet<string>): string {
  if (!view.styles.every((path) => precached.has(path))) return document
  const styles = view.styles.map((path) => `<link rel="stylesheet" crossorigin href="${path}">`).join('')
  return document
    .replace('</head>', () => `${styles}</head>`)
    .replace(CONTENT, () => `${view.html}<div id="root"></div>`)
}
