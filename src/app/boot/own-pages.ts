/** The pages outside of the portal's frame. Apart from the login's script, which would name all their files. */
export const OWN_PAGES = {
  setup: async () => (await import('./setup/start-setup.tsx')).startSetup,
  join: async () => (await import('./join/start-join.tsx')).startJoin,
  station: async () => (await import('./station/start-station.tsx')).startStation,
}
