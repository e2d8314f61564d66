declare module '*?raw' {
  const text: string
  export default text
}

/** The address of a script for `new Worker` (scripts/thread-files.mjs). */
declare module '*?thread' {
  const url: string
  export default url
}
