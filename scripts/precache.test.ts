import { expect, test } from 'vitest'
import { addressDocument, filesNeededFirst } from './precache.ts'

const script = { url: 'assets/index-a1.js', revision: null, size: 10 }

test('the built template is precached at the address where the server renders it', () => {
  const { manifest } = addressDocument([script, { url: 'index.html', revision: 'abc', size: 20 }])
  expect(manifest).toEqual([script, { url: '/login', revision: 'abc', size: 20 }])
})

test('a build without its template does not go through', () => {
  expect(() => addressDocument([script])).toThrow('index.html')
  expect(addressDocument([]).manifest).toEqual([])
})

const chunk = (
  module: string,
  named: { imports?: string[]; dynamicImports?: string[]; css?: string; code?: string },
) => ({
  type: 'chunk' as const,
  code: named.code ?? '',
  imports: named.imports ?? [],
  dynamicImports: named.dynamicImports ?? [],
  facadeModuleId: `/project/${module}`,
  viteMetadata: { importedCss: new Set(named.css === undefined ? [] : [named.css]) },
})
const asset = (source: string) => ({ type: 'asset' as const, source })

const bundle = {
  'index.html': asset('<script type="module" src="/assets/index-a1.js"></script>'),
  'files/manifest.json': asset('{"files.js":"/assets/files-b2.js","files.css":"/assets/files-b3.css"}'),
  'administration/manifest.json': asset('{"administration.js":"/assets/administration-c4.js"}'),
  'assets/index-a1.js': chunk('main.ts', { imports: ['assets/base-d5.js'], dynamicImports: ['assets/Settings-e6.js'] }),
  'assets/base-d5.js': chunk('base.ts', { code: 'new Worker("/assets/hash.worker-f7.js")', css: 'assets/base-d6.css' }),
  'assets/files-b2.js': chunk('files.tsx', { dynamicImports: ['assets/shared-g8.js'] }),
  'assets/shared-g8.js': chunk('shared.ts', {}),
  'assets/Settings-e6.js': chunk('Settings.tsx', { imports: ['assets/shared-g8.js', 'assets/own-h9.js'] }),
  'assets/own-h9.js': chunk('own.ts', {}),
  'assets/administration-c4.js': chunk('administration.tsx', { imports: ['assets/base-d5.js', 'assets/people-i1.js'] }),
  'assets/people-i1.js': chunk('people.ts', {}),
  'assets/hash.worker-f7.js': asset('import("./spark-j1.js")'),
  'assets/spark-j1.js': asset(''),
}

test('what only administration, or a page for later, needs is not fetched first', () => {
  const needed = [...filesNeededFirst(bundle, ['Settings.tsx'])]
  expect(needed.filter((name) => name.startsWith('assets/')).toSorted()).toEqual([
    'assets/base-d5.js',
    'assets/base-d6.css',
    'assets/files-b2.js',
    'assets/files-b3.css',
    'assets/hash.worker-f7.js',
    'assets/index-a1.js',
    'assets/shared-g8.js',
    'assets/spark-j1.js',
  ])
})

test('a page for later that the build does not have is an error, so that a new name is noticed', () => {
  expect(() => filesNeededFirst(bundle, ['Renamed.tsx'])).toThrow('Renamed.tsx')
})
