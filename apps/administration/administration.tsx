import './administration.css'
import './people/people.css'
import './classes/classes.css'
import './imports/imports.css'
import './roles/roles.css'
import './classes/year/year.css'
import '../../src/app/micro-apps/slips/slips.css'
import './applications/applications.css'
import './messages/messages.css'
import './branding/branding.css'
import './units/units.css'
import './operators/operators.css'
import { queryClient } from '../../src/app/core/query/query-client.ts'
import { createMount } from '../../src/app/micro-apps/create-mount.tsx'
import { AdministrationApp } from './AdministrationApp.tsx'
import texts from './locales/zh-CN.json'

// The codes of the sections belong to several applications.
export const mount = createMount(texts, AdministrationApp, { permissions: 'portal', client: queryClient })
