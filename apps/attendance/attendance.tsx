import './attendance.css'
import './tabs.css'
import './person.css'
import './mine/calendar.css'
import './records.css'
import './groups/matrix.css'
import './corrections/corrections.css'
import { queryClient } from '../../src/app/core/query/query-client.ts'
import { createMount } from '../../src/app/micro-apps/create-mount.tsx'
import { AttendanceApp } from './AttendanceApp.tsx'
import texts from './locales/zh-CN.json'

export const mount = createMount(texts, AttendanceApp, { client: queryClient })
