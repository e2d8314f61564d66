import { parseConfig } from './api/config.ts'
import { boot } from './shell/boot.tsx'

boot(parseConfig)
