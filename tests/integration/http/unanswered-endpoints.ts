/** Endpoints of the table of endpoints that nothing answers yet. An endpoint that gets a handler, or a file of the build, leaves this list in the same commit. */

export const unansweredEndpoints: readonly string[] = []

/** Endpoints that the build answers with a file, and the address of one such file. */
export const deliveredEndpoints: ReadonlyMap<string, string> = new Map([
  ['language.modulePack', '/pages/files/lang/en-files.json'],
  ['language.sharedPack', '/common/plugins/common-ph/1.6.0/lang/en-ph.json'],
  ['theme.css', '/common/plugins/theme/1.6.0/ink.css'],
  ['versions.packageJson', '/pages/portal/package.json'],
  ['versions.versionJson', '/pages/portal-version/version.json'],
  ['viewport.manifest', '/files/manifest.json'],
])
