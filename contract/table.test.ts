import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from './table.ts'

/** Section 7 of the specification, in its order. "UPLOAD" is a POST with multipart form data. */
const SECTION_7 = [
  'POST /api/uaa/oauth/login',
  'POST /api/uaa/shiyue_webauth',
  'POST /api/uaa/oauth/login_user_client',
  'POST /api/uaa/oauth/relogin',
  'POST /api/uaa/social/{state}',
  'GET /api/uaa/social/qy_info',
  'GET /api/uaa/social/mp_info',
  'GET /api/uaa/social/info',
  // "configurable ticket path": the default.
  'GET /api/uaa/ticket/login',
  'GET /api/uaa/oauth/refresh',
  'GET /api/uaa/switch/login',
  'GET /api/uaa/oauth/me',
  'POST /api/uaa/oauth/logout',
  'GET /api/uaa/oauth/login/unit_config',
  'POST /api/uaa/oauth/login/face',
  'POST /api/uaa/login/face/clocking',
  'POST /api/uaa/face/check',
  'GET /api/uaa/face/user',
  'GET /api/base/my_desktop/color',
  'POST /api/base/desktop/settheme',
  'GET /api/base/desktop/unhandlecount',
  'GET /api/base/desktop/message_select_not_read',
  'POST /api/base/desktop/message_update_status_by_me',
  'POST /api/base/desktop/message_update_statusby_id',
  'GET /api/base/desktop/popUpBox_select',
  'GET /api/base/desktop/getMessageConfig',
  'GET /api/base/desktop/my_app_icon',
  'GET /api/base/desktop/unReadCodeCount',
  'GET /api/base/resource/inside/module',
  'GET /api/base/resource/user/code/tree',
  'GET /api/base/license/unit_oam',
  'GET /api/base/license/unit',
  'GET /api/base/select/already/parent/teacher',
  'GET /api/base/role/user/{userId}/XX_SYS_/base',
  'GET /api/base/student/find_all_student_by_parent_id',
  'GET /api/base/student/find_stu_by_parent_id',
  'POST /api/base/student/set/parentChildren',
  'POST /api/base/user_access_detail',
  'GET /api/base/get_ali_token',
  'POST /api/base/find_by_vocabulary',
  'POST /api/base/common/table2xls',
  'GET /api/sso/select/login/url',
  'GET /api/storage/show/unit/{unitId}',
  'POST /api/storage/file_piecewise/second_upload_check',
  'POST /zuul/api/storage/upload',
  'POST /api/storage/file_piecewise/block_upload_check',
  'POST /zuul/api/storage/file_piecewise/upload',
  'POST /api/storage/file_piecewise/merge_file',
  'POST /api/storage/upload/base64_convert_image',
  'GET /api/{service}/nl/{service}_package_versions',
  'GET /{root}/{code}/package.json',
  'GET /{root}/{code}-version/version.json',
  'GET /{app}/manifest.json',
  'GET /common/plugins/common-ph/{version}/lang/{lang}-ph.json',
  'GET /{root}/{code}/lang/{lang}-{appCode}.json',
  // "theme CSS files under a common plugin path".
  'GET /common/plugins/theme/{version}/{theme}.css',
]

const UPLOADS = [
  'POST /zuul/api/storage/upload',
  'POST /zuul/api/storage/upload/together',
  'POST /zuul/api/storage/file_piecewise/upload',
]

/** Not of the specification. */
const OWN_UPLOADS = [
  'POST /api/imports/preview',
  'POST /api/base/application/picture',
  'POST /api/base/branding/save_picture',
]

const addresses = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)

describe('the table of endpoints', () => {
  it('has every endpoint of section 7', () => {
    expect(addresses).toEqual(expect.arrayContaining(SECTION_7))
  })

  it('has no address twice, however its parameters are called', () => {
    const shapes = addresses.map((address) => address.replaceAll(/\{\w+\}/g, '{}'))
    expect(shapes.filter((shape, at) => shapes.indexOf(shape) !== at)).toEqual([])
  })

  it('has no name twice', () => {
    const names = endpoints.map((endpoint) => endpoint.name)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  it('takes large bodies of anyone only where a picture shows who somebody is', () => {
    const taking = endpoints.filter(({ unprovedBodyLimit }) => unprovedBodyLimit !== undefined)
    expect(taking.map(({ name }) => name).toSorted()).toEqual(['face.clockIn', 'face.login'])
    expect(taking.every(({ access }) => access === 'public')).toBe(true)
  })

  it('sends files as multipart form data, and nothing else', () => {
    const multipart = endpoints
      .filter((endpoint) => endpoint.encoding === 'multipart')
      .map((endpoint) => `${endpoint.method} ${endpoint.path}`)
    expect(multipart.toSorted()).toEqual([...UPLOADS, ...OWN_UPLOADS].toSorted())
  })
})

describe('each endpoint of the table', () => {
  const namesOf = (which: (endpoint: (typeof endpoints)[number]) => boolean) =>
    endpoints.filter(which).map(({ name }) => name)

  it('has a dotted name and an absolute path', () => {
    const isNamed = (name: string) => /^[a-z]+\.[a-z][A-Za-z0-9]*$/.test(name)
    const isAbsolute = (path: string) => /^\/[^?#\s]*[^/?#\s]$/.test(path)
    expect(namesOf(({ name, path }) => !isNamed(name) || !isAbsolute(path))).toEqual([])
  })

  it('sends a body exactly when it is a POST', () => {
    expect(namesOf(({ encoding, method }) => (encoding === 'query') !== (method === 'GET'))).toEqual([])
  })

  it('keeps in a cache only what is a GET', () => {
    expect(namesOf(({ cache, method }) => cache !== undefined && method !== 'GET')).toEqual([])
  })

  it('takes every parameter of its path from its input', () => {
    expect(
      namesOf(({ path, request }) => {
        const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1] ?? '')
        return !(request instanceof z.ZodMiniObject) || inPath.some((name) => !Object.hasOwn(request.shape, name))
      }),
    ).toEqual([])
  })

  it('names its access in a way that the server knows', () => {
    expect(
      namesOf(({ access }) =>
        typeof access === 'string'
          ? !['public', 'session', 'admin'].includes(access)
          : access.length === 0 || access.some((type) => ![1, 2, 3, 4].includes(type)),
      ),
    ).toEqual([])
  })
})
