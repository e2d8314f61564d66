import './roster.css'
import './print.css'
import '../../src/app/micro-apps/slips/slips.css'
import { createMount } from '../../src/app/micro-apps/create-mount.tsx'
import { RosterApp } from './RosterApp.tsx'
import texts from './locales/zh-CN.json'

export const mount = createMount(texts, RosterApp)
