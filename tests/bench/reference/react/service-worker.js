// The least that a service worker can do: keep the page's files, and answer from them first. The build puts their names in place of FILES.
const FILES = globalThis.FILES ?? []

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open('page')
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  )
})

addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)))
})
