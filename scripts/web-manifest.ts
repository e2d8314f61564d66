import type { ManifestOptions } from 'vite-plugin-pwa'
import { DEFAULT_THEME_COLOR } from '../contract/limits.ts'
import { INCOMING_FILES_PATH, SHARE_FIELD, SHARE_PATH } from '../contract/service-worker.ts'
import { openableFiles } from './openable-files.ts'

/** The page's own background while the installed portal opens; the same as the lightest surface of the default theme. */
const BACKGROUND = '#f7f9fd'

/** The web app manifest. Its icons are files in `public/icons`. */
export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: '校园门户 School Portal',
  short_name: '校园门户',
  description: '学校的应用、消息和文件，都在一个桌面上。 The school’s applications, messages and files on one desktop.',
  lang: 'zh-CN',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  orientation: 'any',
  theme_color: DEFAULT_THEME_COLOR,
  background_color: BACKGROUND,
  categories: ['education', 'productivity'],
  prefer_related_applications: false,
  // Texts and links are not asked for: the portal has no place for them, and is then not offered for them either.
  share_target: {
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: SHARE_FIELD, accept: ['*/*'] }] },
  },
  file_handlers: [{ action: INCOMING_FILES_PATH, accept: openableFiles }],
  // A shared file is a posted form, which a window that is only focused would lose.
  launch_handler: { client_mode: 'auto' },
  icons: [
    { src: '/icons/portal-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/portal-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/portal-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    {
      name: '文件 Files',
      short_name: '文件',
      url: '/redirect/files',
      icons: [{ src: '/icons/portal-192.png', sizes: '192x192', type: 'image/png' }],
    },
    {
      name: '登录 Sign in',
      short_name: '登录',
      url: '/login',
      icons: [{ src: '/icons/portal-192.png', sizes: '192x192', type: 'image/png' }],
    },
  ],
}
