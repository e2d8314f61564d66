import type { ManifestOptions } from 'vite-plugin-pwa'
import { DEFAULT_THEME_COLOR } from '../contract/limits.ts'
import { INCOMING_FILES_PATH, SHARE_FIELD, SHARE_PATH } from '../contract/service-worker.ts'

/** Shown while the installed portal opens; the lightest surface of the default theme. */
const BACKGROUND = '#f7f9fd'

/** File types that the installed portal offers to open, which uploads them: extensions by MIME type. */
const openableFiles: Record<string, string[]> = {
  'application/pdf': ['.pdf'],
  'application/msword': ['.doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['.docx'],
  'application/vnd.ms-excel': ['.xls'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'application/vnd.ms-powerpoint': ['.ppt'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['.pptx'],
  'application/vnd.oasis.opendocument.text': ['.odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['.ods'],
  'application/vnd.oasis.opendocument.presentation': ['.odp'],
  'application/wps-office.wps': ['.wps'],
  'application/wps-office.et': ['.et'],
  'application/wps-office.dps': ['.dps'],
  'text/csv': ['.csv'],
  'text/markdown': ['.md'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/gif': ['.gif'],
  'image/webp': ['.webp'],
  'image/heic': ['.heic'],
  'video/mp4': ['.mp4', '.m4v'],
  'video/quicktime': ['.mov'],
  'audio/mpeg': ['.mp3'],
  'audio/mp4': ['.m4a'],
  'audio/x-wav': ['.wav'],
  'application/zip': ['.zip'],
  'application/x-7z-compressed': ['.7z'],
  'application/vnd.rar': ['.rar'],
}

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
  // Without fields for texts and links the system offers the portal as a target for files only.
  share_target: {
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { files: [{ name: SHARE_FIELD, accept: ['*/*'] }] },
  },
  file_handlers: [{ action: INCOMING_FILES_PATH, accept: openableFiles }],
  // A shared file is a form post, which focusing an open window would lose.
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
