import config from './playwright.config.ts'
export default { ...config, timeout: 120_000, expect: { timeout: 20_000 }, reporter: [['list']] }
