import { parseConfig } from './core/api/config.ts'
import { boot } from './boot/boot.tsx'

boot(parseConfig)
