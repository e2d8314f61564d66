/**
 * Every failure has a code; the code is the key of its texts. `status` is what the envelope says; `http` is the HTTP status, which stays 200
 * for what a correct client can run into in the ordinary course (see docs/decisions).
 */
interface ErrorText {
  readonly status: number
  readonly http?: number
  readonly zh: string
  readonly en: string
}

function texts<T extends Record<string, ErrorText>>(table: T): { readonly [K in keyof T]: ErrorText } {
  return table
}

export const errorTexts = /* #__PURE__ */ texts({
  'request.invalid': {
    status: 400,
    zh: '请求内容有误，请检查后重试',
    en: 'The request is not valid. Check it and try again',
  },
  'request.too_large': {
    status: 413,
    http: 413,
    zh: '提交的内容超过大小限制',
    en: 'What was sent is larger than allowed',
  },
  'request.not_found': { status: 404, http: 404, zh: '没有这个地址', en: 'There is nothing at this address' },
  'request.media_type': { status: 415, http: 415, zh: '不支持这种内容格式', en: 'This content type is not supported' },
  'request.cross_site': {
    status: 403,
    http: 403,
    zh: '请求来自其他网站，已拒绝',
    en: 'The request came from another site and was refused',
  },
  'request.rate_limited': {
    status: 429,
    http: 429,
    zh: '操作太频繁，请稍后再试',
    en: 'Too many requests. Wait a moment and try again',
  },
  'server.internal': { status: 500, http: 500, zh: '服务器内部错误！', en: 'Server internal error!' },
  'server.unavailable': {
    status: 503,
    http: 503,
    zh: '服务暂时不可用，请稍后再试',
    en: 'The service is not available just now. Try again soon',
  },
  // What the client finds by itself has status 0, because nobody answered.
  'network.offline': {
    status: 0,
    zh: '当前没有网络连接，恢复后会自动继续',
    en: 'There is no network connection. This goes on when it is back',
  },
  'network.failed': {
    status: 0,
    zh: '网络连接失败，请检查网络后重试',
    en: 'The connection failed. Check the network and try again',
  },
  'network.answer': {
    status: 0,
    zh: '无法识别服务器的回应，请稍后重试',
    en: 'The answer of the server was not understood. Try again later',
  },
  'client.worker_stopped': {
    status: 0,
    zh: '后台处理意外中断，请重试',
    en: 'Background work stopped unexpectedly. Try again',
  },
  'storage.file_unreadable': {
    status: 0,
    zh: '无法读取文件，它可能已被移动、修改或删除，请重新选择',
    en: 'The file cannot be read. It may have been moved, changed or deleted. Choose it again',
  },
  'tenant.unknown_host': {
    status: 404,
    http: 404,
    zh: '这个网址还没有对应的学校，请检查网址或联系学校管理员',
    en: 'No school is set up at this address. Check the address or ask the school',
  },
  'session.required': { status: 401, zh: '请先登录', en: 'Please sign in first' },
  'session.expired': {
    status: 401,
    zh: '登录已过期，请重新登录',
    en: 'Your session has expired. Please sign in again',
  },
  'session.reused': {
    status: 401,
    zh: '这个登录状态在别处被使用过，为安全起见已退出，请重新登录',
    en: 'This session was used elsewhere and has been ended for safety. Please sign in again',
  },
  'account.session_gone': {
    status: 404,
    zh: '这台设备已经不在登录状态',
    en: 'This device is not signed in any more',
  },
  'account.current_session': {
    status: 400,
    zh: '这是你正在使用的设备，请用“退出”',
    en: 'This is the device you are using. Use “Log out” instead',
  },
  'login.failed': { status: 400, zh: '用户名或密码错误', en: 'The user name or password is wrong' },
  'login.username_empty': { status: 400, zh: '用户名不能为空！', en: 'User name cannot be empty!' },
  'login.password_empty': { status: 400, zh: '密码不能为空！', en: 'Password cannot be empty!' },
  'login.slow_down': {
    status: 429,
    zh: '尝试次数过多，请稍等片刻再登录',
    en: 'Too many attempts. Please wait a little before signing in again',
  },
  // Not 400, which sends the client to the binding page, and not 401, which makes it refresh and ask again.
  'login.secret_invalid': {
    status: 403,
    zh: '登录凭证无效或已过期，请重新登录',
    en: 'This sign-in link is not valid or has expired. Please sign in again',
  },
  'login.way_off': {
    status: 403,
    zh: '学校没有开放这种登录方式',
    en: 'The school does not allow this way of signing in',
  },
  'access.denied': { status: 403, zh: '你没有权限进行这项操作', en: 'You are not allowed to do this' },
  'storage.file_missing': { status: 400, zh: '没有找到要上传的文件', en: 'Not find file' },
  'storage.type_blocked': { status: 415, zh: '不允许上传这种类型的文件', en: 'Files of this type may not be uploaded' },
  'storage.name_invalid': {
    status: 400,
    zh: '文件名不能为空、不能超过255个字符，也不能包含 / \\ 或控制字符',
    en: 'A file name must have 1 to 255 characters and no slashes or control characters',
  },
  'storage.chunk_mismatch': {
    status: 422,
    zh: '分片内容与校验值不一致，请重新发送这个分片',
    en: 'The chunk does not match its checksum. Send this chunk again',
  },
  'storage.chunk_count': { status: 400, zh: '分片数量不正常', en: 'The number of chunks is not right' },
  'storage.chunk_size': { status: 400, zh: '分片大小不正确', en: 'The chunk has the wrong size' },
  'storage.chunks_missing': {
    status: 409,
    zh: '还有分片没有上传完，请补传后再合并',
    en: 'Some chunks have not arrived yet. Send them before merging',
  },
  'storage.file_mismatch': {
    status: 422,
    zh: '合并后的文件与校验值不一致，请重新上传',
    en: 'The merged file does not match its checksum. Please upload it again',
  },
  'storage.too_large': { status: 413, zh: '文件超过允许的大小', en: 'The file is larger than allowed' },
  'storage.disk_full': {
    status: 507,
    http: 507,
    zh: '服务器存储空间不足，请联系管理员',
    en: 'The server is out of space. Please tell the administrator',
  },
  'storage.base64_empty': { status: 400, zh: '图片内容不能为空', en: 'The picture must not be empty' },
  'storage.base64_invalid': { status: 400, zh: '图片内容不是有效的图片', en: 'This is not a valid picture' },
  'files.not_found': { status: 404, zh: '文件不存在或已被删除', en: 'The file does not exist or has been deleted' },
  'files.folder_not_found': {
    status: 404,
    zh: '文件夹不存在或已被删除',
    en: 'The folder does not exist or has been deleted',
  },
  'files.name_taken': {
    status: 409,
    zh: '这里已经有同名的文件或文件夹',
    en: 'There is already a file or folder of that name here',
  },
  'files.too_deep': { status: 400, zh: '文件夹层级太深', en: 'Folders are nested too deeply' },
})

export type ErrorCode = keyof typeof errorTexts
