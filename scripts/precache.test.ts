import { expect, test } from 'vitest'
import { addressDocument } from './precache.ts'

const script = { url: 'assets/index-a1.js', revision: null, size: 10 }

test('the built template is precached at the address where the server renders it', () => {
  const { manifest } = addressDocument([script, { url: 'index.html', revision: 'abc', size: 20 }])
  expect(manifest).toEqual([script, { url: '/login', revision: 'abc', size: 20 }])
})

test('a build without its template does not go through', () => {
  expect(() => addressDocument([script])).toThrow('index.html')
  expect(addressDocument([]).manifest).toEqual([])
})
