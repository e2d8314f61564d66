declare global {
  /** The only part of Vite that the server uses. Vite's client types would bring the DOM into this realm. */
  interface ImportMeta {
    glob(pattern: string, options: { query: '?raw'; eager: true; import: 'default' }): Record<string, string>
  }
}

export {}
