import { register } from 'node:module'

/** Pictures that Vite makes components of are nothing in tests, so that tables which name them can be read. Counts for what is imported by `import()` from then on. */
const HOOKS = `export const load = (url, context, next) =>
  url.endsWith('.svg?react') ? { format: 'module', source: 'export default null', shortCircuit: true } : next(url, context)`

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`)
