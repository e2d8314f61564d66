import { BIN_DAYS, FIRST_PASSWORD_DAYS, PROXY_BODY_MEGABYTES, TABLE_LIMITS, UPLOAD_ENTRIES_MAX } from './limits.ts'

/**
 * Every failure has a code, which is the key of its texts. `status` is in the envelope; `http` is the HTTP status, which stays 200 for failures that
 * a correct client can meet in normal use (see docs/decisions).
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
  // By the status a client knows that a retry helps.
  'request.incomplete': {
    status: 408,
    zh: '请求没有完整到达，请重新发送',
    en: 'The request did not arrive whole. Send it again',
  },
  'request.too_large': {
    status: 413,
    http: 413,
    zh: '提交的内容超过大小限制',
    en: 'What was sent is larger than allowed',
  },
  // HTTP 413 without an envelope is not the portal's.
  'network.too_large': {
    status: 413,
    zh: `没有送到门户：门户前面的网页服务器（代理）不收这么大的内容。请告诉系统运维人员：上限至少要 ${PROXY_BODY_MEGABYTES} MB（nginx 是 client_max_body_size）`,
    en: `It did not reach the portal: the web server (proxy) in front does not take this much. Tell those who run the server: its limit must be at least ${PROXY_BODY_MEGABYTES} MB (client_max_body_size in nginx)`,
  },
  'request.host': {
    status: 400,
    http: 400,
    zh: '请求里的网址（Host）有误',
    en: 'The address in the request (Host) is not valid',
  },
  // What any caller may send is smaller than what a station may that has proved its key.
  'request.unproved': {
    status: 401,
    http: 401,
    zh: '这么大的内容需要先证明身份。请更新页面后重试',
    en: 'Something this large needs a proof of who sends it. Update the page and try again',
  },
  'request.length_required': {
    status: 411,
    http: 411,
    zh: '请求没有说明内容的长度',
    en: 'The request does not say how long its content is',
  },
  'request.not_found': { status: 404, http: 404, zh: '没有这个地址', en: 'There is nothing at this address' },
  'request.media_type': { status: 415, http: 415, zh: '不支持这种内容格式', en: 'This content type is not supported' },
  'request.secret_in_address': {
    status: 400,
    http: 400,
    zh: '密码、验证码等机密内容不能放在网址里，请放在请求正文中发送。如果这个密码真实有效，请尽快更换',
    en: 'Passwords, codes and other secrets are not taken from the address: send them in the body of the request. Change one that was real, for addresses are kept in logs',
  },
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
  'record.changed': {
    status: 409,
    zh: '你打开之后，这里已被另一个人修改，你的修改还没有保存。请先看看对方的修改',
    en: 'Another person has changed this since you opened it, and your change is not saved yet. Look at the other change first',
  },
  'record.reload': {
    status: 400,
    zh: '页面已更新，请刷新页面后再保存',
    en: 'The page is out of date. Reload it, then save again',
  },
  'server.internal': { status: 500, http: 500, zh: '服务器内部错误！', en: 'Server internal error!' },
  'server.unavailable': {
    status: 503,
    http: 503,
    zh: '服务暂时不可用，请稍后再试',
    en: 'The service is not available just now. Try again soon',
  },
  'server.busy': {
    status: 503,
    http: 503,
    zh: '现在使用的人太多，请稍等片刻再试',
    en: 'Too much is going on just now. Wait a moment and try again',
  },
  // A web server in front repeats the request elsewhere.
  'server.stopping': {
    status: 502,
    http: 502,
    zh: '服务正在重启，请稍后再试',
    en: 'The service is being restarted. Try again soon',
  },
  // Failures found by the client have status 0, because there was no response.
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
  // For the author of an application, section 5.
  'client.application_message': {
    status: 0,
    zh: 'setApplicationMessage 参数错误，必须传入对象！',
    en: 'Wrong parameters of setApplicationMessage: pass an object',
  },
  'client.search_keys': {
    status: 0,
    zh: 'setSearchKeys 参数错误，必须传入数组，每项包含 path、name、query！',
    en: 'Wrong parameters of setSearchKeys: pass an array of path, name and query',
  },
  'storage.file_unreadable': {
    status: 0,
    zh: '无法读取文件，它可能已被移动、修改或删除，请重新选择',
    en: 'The file cannot be read. It may have been moved, changed or deleted. Choose it again',
  },
  'upload.too_many': {
    status: 0,
    zh: `一次最多上传 ${UPLOAD_ENTRIES_MAX} 个文件和文件夹，这次的都没有上传。请分几次上传`,
    en: `At most ${UPLOAD_ENTRIES_MAX} files and folders can be uploaded at once, so none of these were. Upload them in several parts`,
  },
  'export.no_table': { status: 400, zh: '请指定要下载的表格', en: 'please specify table to download' },
  'export.no_file': {
    status: 502,
    zh: '表格服务没有返回文件，请稍后再试，或者联系管理员',
    en: 'The service for spreadsheets returned no file. Try again later, or contact the administrator',
  },
  'export.too_large': {
    status: 413,
    http: 413,
    zh: `表格太大：最多 ${TABLE_LIMITS.rows} 行、${TABLE_LIMITS.columns} 列、共 ${TABLE_LIMITS.cells} 个单元格。请分几次导出`,
    en: `The table is too large: at most ${TABLE_LIMITS.rows} rows, ${TABLE_LIMITS.columns} columns and ${TABLE_LIMITS.cells} cells in all. Export it in several parts`,
  },
  'share.not_received': {
    status: 503,
    http: 503,
    zh: '文件没有收到。请先打开门户并登录，再分享一次',
    en: 'The files did not arrive. Open the portal and sign in first, then share them again',
  },
  'tenant.unknown_host': {
    status: 404,
    http: 404,
    zh: '这个网址还没有对应的学校，请检查网址或联系学校管理员',
    en: 'No school is set up at this address. Check the address or ask the school',
  },
  'tenant.suspended': {
    status: 403,
    http: 403,
    zh: '本单位的平台已暂停使用，数据都在。请联系本单位管理员',
    en: 'This portal is suspended. Nothing is lost. Ask the administrators of your school',
  },
  'tenant.archived': {
    status: 403,
    http: 403,
    zh: '本单位的平台已归档，只保存、不再使用，数据都在',
    en: 'This portal is archived: it is kept, but not in use any more. Nothing is lost',
  },
  'units.gone': {
    status: 404,
    zh: '这个单位已不存在',
    en: 'This unit does not exist any more',
  },
  'units.area': {
    status: 409,
    zh: '只有学校可以归属教育局，请重新选择',
    en: 'Only a school belongs to an education office. Choose again',
  },
  'area.no_school': {
    status: 404,
    zh: '这所学校不在本教育局名下',
    en: 'This school does not belong to this education office',
  },
  'area.no_access': {
    status: 403,
    zh: '学校没有授权你查看，或者授权已经结束。请联系学校管理员',
    en: 'The school has not given you access, or has ended it. Ask its administrators',
  },
  'area.no_office': {
    status: 409,
    zh: '本校没有归属的教育局',
    en: 'This school belongs to no education office',
  },
  'area.person_gone': {
    status: 409,
    zh: '教育局的这位人员已不能查看学校，请重新选择',
    en: 'This person of the office looks after schools no more. Choose again',
  },
  'area.access_gone': {
    status: 404,
    zh: '这项授权已经结束',
    en: 'This access has ended already',
  },
  'publication.of_office': {
    status: 403,
    zh: '这条消息由教育局发送，学校不能修改或撤回',
    en: 'This message was sent by the education office; the school can neither change nor recall it',
  },
  'units.host_twice': {
    status: 400,
    zh: '这个网址已在列表里',
    en: 'This address is in the list already',
  },
  'units.name_differs': {
    status: 400,
    zh: '与单位名称不一致，请重新输入',
    en: 'This is not the name of the unit. Type it again',
  },
  'units.licence_base': {
    status: 409,
    zh: '基础平台的授权不能移除，可以改到期日',
    en: 'The licence of the portal itself cannot be removed. Change its last day instead',
  },
  'units.export_running': {
    status: 409,
    zh: '这个单位正在导出，请等它完成',
    en: 'This unit is being exported just now. Wait until that is finished',
  },
  'units.export_gone': {
    status: 404,
    http: 404,
    zh: '这份导出已不能下载，请重新导出',
    en: 'This export can no longer be downloaded. Export the unit again',
  },
  'units.job_gone': {
    status: 404,
    zh: '这个任务已不在失败列表里',
    en: 'This job is no longer among the failed ones',
  },
  // What a set-up link leads to. Not 401, which starts a refresh.
  'setup.code_invalid': {
    status: 403,
    zh: '这个设置链接无效、已用过或已过期。请在服务器上运行 npm run setup-link 获取新链接，已填写的内容会保留',
    en: 'This set-up link is not valid, was used before or has expired. Run npm run setup-link on the server for another; what you entered is kept',
  },
  'setup.done': {
    status: 409,
    zh: '平台已经设置完成。请登录，或在服务器上运行 npm run setup 添加单位',
    en: 'The portal is set up already. Sign in, or add units by npm run setup on the server',
  },
  'setup.application_taken': {
    status: 409,
    zh: '每个单位都有这个应用，请另取代码',
    en: 'Every unit has an application of this code. Choose another',
  },
  'operators.gone': {
    status: 404,
    zh: '没有这个平台运维账号，请刷新列表',
    en: 'There is no such operator. Load the list again',
  },
  'operators.closed': {
    status: 409,
    zh: '这个账号已关闭，请先重新启用',
    en: 'This account is closed. Open it again first',
  },
  'setup.host_taken': {
    status: 409,
    zh: '已有单位使用这个网址，请换一个',
    en: 'A unit has this address already. Choose another',
  },
  'setup.logo': {
    status: 400,
    zh: '校徽图片无法读取，请换一张 PNG、JPEG 或 WebP 图片',
    en: 'The logo cannot be read. Choose another picture in PNG, JPEG or WebP',
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
  'account.oneself': {
    status: 400,
    zh: '这是你自己的账号，请在“我的账号”里操作',
    en: 'This is your own account. Use “My account” instead',
  },
  'account.application_gone': {
    status: 404,
    zh: '这个应用已经没有权限了',
    en: 'That application has no access any more',
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
  'login.code_required': {
    status: 401,
    zh: '请输入验证器上的 6 位验证码，或一个恢复码',
    en: 'Enter the 6-digit code of your authenticator, or a recovery code',
  },
  'login.code_wrong': {
    status: 401,
    zh: '验证码不对或已用过，请等下一个验证码再试',
    en: 'That code is wrong or was used before. Wait for the next one and try again',
  },
  'login.failed': { status: 400, zh: '用户名或密码错误', en: 'The user name or password is wrong' },
  'login.first_lapsed': {
    status: 403,
    zh: `学校发的初始密码 ${FIRST_PASSWORD_DAYS} 天内没有换成自己的密码，已失效。请向班主任或学校管理员要一个新的`,
    en: `This first password lapsed because it was not replaced within ${FIRST_PASSWORD_DAYS} days. Ask the class teacher or the school office for a new one`,
  },
  'login.first_void': {
    status: 403,
    zh: '发这个初始密码的人现在不能管理这个账号，初始密码已失效。请向学校管理员要一个新的',
    en: 'Whoever gave this first password may not manage this account now, so it is not valid any more. Ask an administrator of the school for a new one',
  },
  'login.username_empty': { status: 400, zh: '用户名不能为空！', en: 'User name cannot be empty!' },
  'login.password_empty': { status: 400, zh: '密码不能为空！', en: 'Password cannot be empty!' },
  'login.slow_down': {
    status: 429,
    zh: '尝试次数过多，请稍等片刻再登录',
    en: 'Too many attempts. Please wait a little before signing in again',
  },
  // Not 400, which leads to the binding page, and not 401, which starts a refresh.
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
  'login.passkey_unknown': {
    status: 403,
    zh: '这个通行密钥在这里不能用：可能已被移除，或属于另一个账号。请用用户名和密码登录',
    en: 'This passkey cannot be used here. It may have been removed. Sign in with your user name and password',
  },
  'passkey.expired': {
    status: 403,
    zh: '等待的时间太久，请再试一次',
    en: 'That took too long. Please try once more',
  },
  'passkey.refused': {
    status: 422,
    zh: '浏览器给出的通行密钥无法验证，没有添加',
    en: 'The passkey that your browser gave could not be verified. Nothing was added',
  },
  'passkey.exists': { status: 409, zh: '这个通行密钥已经添加过了', en: 'This passkey was added before' },
  'passkey.too_many': {
    status: 409,
    zh: '通行密钥已经有 20 个，请先移除不用的',
    en: 'You have 20 passkeys already. Remove one that you do not use first',
  },
  'passkey.not_found': {
    status: 404,
    zh: '这个通行密钥已经不在了',
    en: 'This passkey is not there any more',
  },
  'account.password_wrong': { status: 422, zh: '密码不对', en: 'The password is wrong' },
  'account.password_none': {
    status: 409,
    zh: '这个账号还没有密码，没有任何改变。请先在登录页点“忘记密码”，或向学校管理员要一次性代码，设好密码再来',
    en: 'This account has no password yet, so nothing was changed. Set one first: by “Forgot password” on the login page, or with a code from an administrator',
  },
  'account.code_wrong': {
    status: 422,
    zh: '验证码不对或已用过，没有任何改变。请等下一个验证码再试',
    en: 'That code is wrong or was used before; nothing was changed. Wait for the next one and try again',
  },
  'totp.setup_gone': {
    status: 404,
    zh: '设置已过期，请重新开始',
    en: 'This setup has expired. Please begin again',
  },
  'totp.off': {
    status: 404,
    zh: '两步验证没有开启',
    en: 'Two-step verification is not turned on',
  },
  'totp.required': {
    status: 403,
    zh: '管理员的两步验证不能关闭，可以更换验证器',
    en: 'Administrators cannot turn two-step verification off. You can replace the authenticator',
  },
  'totp.passkey_first': {
    status: 403,
    zh: '请先用通行密钥重新登录，再更改保护账号的方式。通行密钥不在手边时，请联系其他管理员或系统运维人员',
    en: 'Sign in again with your passkey before you change what protects the account. Without it, ask another administrator or the operator of the server',
  },
  'admin.second_factor': {
    status: 403,
    zh: '学校要求管理员通过两步验证。请打开“管理中心 › 登录设置”，按提示完成后再试',
    en: 'The school asks its administrators for a second factor. Open Administration, "Sign-in settings", and do what it says there',
  },
  'admin.network': {
    status: 403,
    zh: '学校只允许从指定的网络进行管理，你现在的网络不在其中。请换到学校网络，或联系学校的系统运维人员',
    en: 'The school is administered from certain networks only, and yours is not one of them. Use the school’s network, or ask the operator of the server',
  },
  'admin.second_factor_own': {
    status: 409,
    zh: '请先为自己的账号添加通行密钥或开启两步验证，否则开启这一项后你自己也无法进行管理',
    en: 'First add a passkey or turn on two-step verification for your own account, else you would lock yourself out of the administration',
  },
  'admin.network_own': {
    status: 409,
    zh: '名单里没有你现在的地址，保存后你自己也无法进行管理。请把它或它所在的网段加进名单',
    en: 'Your own address is not in the list, so you would lock yourself out of the administration. Add it, or a network that has it',
  },
  'field.required': { status: 400, zh: '请填写这一项', en: 'Fill this in' },
  'field.secret_again': {
    status: 400,
    zh: '地址已更改，原来的密钥不会发给新地址，请重新填写密钥',
    en: 'The address has changed, and the kept secret is not sent to another one. Enter the secret again',
  },
  'field.password_again': {
    status: 400,
    zh: '服务器、用户名或加密方式已更改，请重新填写密码',
    en: 'The server, the user name or the encryption has changed. Enter the password again',
  },
  'field.too_long': { status: 400, zh: '内容太长', en: 'This is too long' },
  'field.web_address': {
    status: 400,
    zh: '请填写以 https:// 开头的完整网址，不能带 # 或 *',
    en: 'Enter a whole address that begins with https://, without # or *',
  },
  'field.app_addresses': {
    status: 400,
    zh: '应用自有的协议（如 com.example.app:）只能用于不保管密钥的应用',
    en: 'A scheme of the application itself (such as com.example.app:) is for an application without a secret only',
  },
  'field.web_addresses': {
    status: 400,
    zh: '每行填写一个以 https:// 开头的完整网址，写法与浏览器地址栏一致，最多 20 个，不能带 # 或 *',
    en: 'Enter one whole address per line, as a browser shows it: it begins with https:// and has no # or *. At most 20',
  },
  'field.email': { status: 400, zh: '请填写完整的邮箱地址', en: 'Enter a whole e-mail address' },
  'field.host': {
    status: 400,
    zh: '请填写服务器名称，例如 smtp.example.com，不带 https:// 和端口',
    en: 'Enter the name of a server such as smtp.example.com, without https:// or a port',
  },
  'field.portal_host': {
    status: 400,
    zh: '请填写网址里的主机名，例如 school.example.org 或 [2001:db8::10]，不带 https:// 和端口',
    en: 'Enter the host name of the address such as school.example.org or [2001:db8::10], without https:// or a port',
  },
  'field.module_code': {
    status: 400,
    zh: '请填写模块代码，只能用字母、数字、下划线和连字符',
    en: 'Enter the code of a module, of letters, digits, underscores and hyphens',
  },
  'field.login_name': {
    status: 400,
    zh: '用户名不能含空格，最多 64 个字符',
    en: 'A user name has no spaces and at most 64 characters',
  },
  'field.date': { status: 400, zh: '请填写日期', en: 'Enter a date' },
  'field.outside_year': {
    status: 400,
    zh: '学期的日期必须在学年之内，并且一个接一个',
    en: 'Terms must lie within the school year, one after another',
  },
  'field.gigabytes': {
    status: 400,
    zh: '请填写 0 到 1000000 之间的数字，最多三位小数；不限制就留空',
    en: 'Enter a number from 0 to 1000000 with at most three decimals, or leave this empty for no limit',
  },
  'field.people_limit': {
    status: 400,
    zh: '请填写 1 到 10000000 之间的整数；不限制就留空',
    en: 'Enter a whole number from 1 to 10000000, or leave this empty for no limit',
  },
  'field.retention_days': {
    status: 400,
    zh: '请填写 30 到 3650 之间的整数',
    en: 'Enter a whole number from 30 to 3650',
  },
  'field.days_reversed': {
    status: 400,
    zh: '结束日期不能早于开始日期',
    en: 'The last day cannot be before the first',
  },
  'field.link': {
    status: 400,
    zh: '请填写以 https:// 或 http:// 开头的完整网址',
    en: 'Enter a whole address that begins with https:// or http://',
  },
  'field.color': {
    status: 400,
    zh: '请填写 # 加六位十六进制数字的颜色，例如 #457CD6',
    en: 'Enter a colour as # and six digits from 0 to F, such as #457CD6',
  },
  'field.portal_page': {
    status: 400,
    zh: '请填写本平台页面的路径，以 / 开头，不能是登录页，例如 /redirect/files',
    en: 'Enter the path of a page of the portal that begins with / and is not the login, such as /redirect/files',
  },
  'field.language_list': {
    status: 400,
    zh: '数据类型错误，语言列表必须是数组',
    en: 'data type error, language list must be an array',
  },
  'field.languages': {
    status: 400,
    zh: '请填写 zh-CN、en 中的一种或两种，不要重复',
    en: 'Name one or both of zh-CN and en, each once',
  },
  'field.download_address': {
    status: 400,
    zh: '请填写以 https:// 开头的完整网址，或本平台以 / 开头的路径',
    en: 'Enter a whole address that begins with https://, or a path of the portal that begins with /',
  },
  'field.filings': { status: 400, zh: '备案与链接最多 20 条', en: 'There can be at most 20 entries' },
  'field.filing_pictures': {
    status: 400,
    zh: '图片加起来太大，请换成更小的图片或去掉几张',
    en: 'The pictures are too large together. Take smaller ones, or remove some',
  },
  'field.speech_region': {
    status: 400,
    zh: '请填写服务所在地域的编号，只含小写字母、数字和 -，例如 cn-shanghai',
    en: 'Enter the code of the region with small letters, digits and - only, such as cn-shanghai',
  },
  'field.speech_gateway': {
    status: 400,
    zh: '请填写以 wss:// 开头的完整网址，不能带 # 或 *',
    en: 'Enter a whole address that begins with wss://, without # or *',
  },
  'field.phrase_opens': {
    status: 400,
    zh: '请填写本平台以 / 开头的路径，或以 https:// 开头的完整网址',
    en: 'Enter a path of the portal that begins with /, or a whole address that begins with https://',
  },
  'field.phrase_place': {
    status: 400,
    zh: '应用地址后面的部分以 # 或 ? 开头，也可以不填',
    en: 'What follows the address of an application begins with # or ?, or is left empty',
  },
  'field.ticket_path': {
    status: 400,
    zh: '请填写本平台的路径，以 / 开头，只含字母、数字和 . _ - /，例如 /api/uaa/ticket/login',
    en: 'Enter a path of the portal that begins with / and has letters, digits and . _ - / only, such as /api/uaa/ticket/login',
  },
  'field.ticket_name': {
    status: 400,
    zh: '请填写以字母开头的参数名，只含字母、数字、_ 和 -，最多 32 个字符，且没有用于其他登录方式，例如 ticket',
    en: 'Enter a name of at most 32 letters, digits, _ and - that begins with a letter and is not used by another way to sign in, such as ticket',
  },
  'field.network': {
    status: 400,
    zh: '请填写一个 IP 地址，或前缀不短于 /8（IPv6 为 /32）的网段，例如 203.0.113.0/24',
    en: 'Enter an IP address, or a network with a prefix of at least /8 (IPv6: /32), such as 203.0.113.0/24',
  },
  'field.networks': {
    status: 400,
    zh: '每行填写一个 IP 地址或网段，例如 203.0.113.0/24，最多 32 个；前缀不短于 /8（IPv6 为 /32）',
    en: 'Enter an IP address or a network in each line, such as 203.0.113.0/24, at most 32; prefixes of at least /8 (IPv6: /32)',
  },
  'field.picture': {
    status: 400,
    zh: '请填写本平台图片的路径，例如 /icons/filing.svg',
    en: 'Enter the path of a picture on the portal, such as /icons/filing.svg',
  },
  'field.phone': {
    status: 400,
    zh: '请填写 11 位手机号码，以 1 开头；其他号码以 + 和国家或地区代码开头',
    en: 'Enter a mobile number of 11 digits that begins with 1, or another number with + and the code of its country',
  },
  'field.id_card': {
    status: 400,
    zh: '居民身份证号为 15 位数字，或 18 位且最后一位是数字或 X；请核对每一位',
    en: 'The number of a resident identity card has 15 digits, or 18 characters of which the last is a digit or X. Check each of them',
  },
  'field.contact': {
    status: 400,
    zh: '只能填写数字、短横线和空格，例如 0571-8800 1234',
    en: 'Use digits, dashes and spaces only, such as 0571-8800 1234',
  },
  'field.port': { status: 400, zh: '请填写 1 到 65535 之间的数字', en: 'Enter a number from 1 to 65535' },
  // For the developers of third parties.
  'party.token': {
    status: 401,
    http: 401,
    zh: '需要本单位签发的、仍然有效的访问令牌',
    en: 'An access token of this school that is still valid is needed',
  },
  'party.scope': {
    status: 403,
    http: 403,
    zh: '这个应用没有所需的权限范围（scope）',
    en: 'The application does not have the scope that this call needs',
  },
  'party.key_used': {
    status: 409,
    http: 409,
    zh: '这个 key 已用于另一个内容不同的请求',
    en: 'This key was used for another request with other content',
  },
  'party.gone': {
    status: 404,
    http: 404,
    zh: '没有这条待办，或它已撤回',
    en: 'There is no such to-do of this application, or it was withdrawn',
  },
  'party.sending': {
    status: 409,
    http: 409,
    zh: '这条待办正在发送，请稍后再关闭',
    en: 'The to-do is still being sent. Close it in a few seconds',
  },
  'party.link': {
    status: 400,
    zh: '链接必须指向这个应用，或本单位的其他应用',
    en: 'The link must lead to this application or to another one of the school',
  },
  'sso.client_unknown': {
    status: 404,
    zh: '这个应用没有在学校登记，或已停用',
    en: 'This application is not registered with the school, or has been turned off',
  },
  'sso.redirect_mismatch': {
    status: 403,
    zh: '这个应用给出的返回地址与登记的不一致，已停止登录',
    en: 'The address this application wants to go back to is not the registered one. The sign-in was stopped',
  },
  'sso.consent_required': {
    status: 403,
    zh: '需要你先同意这个应用读取你的信息',
    en: 'You have to agree first that this application reads your data',
  },
  'sso.sign_in_due': {
    status: 403,
    zh: '这个应用要求你先重新登录或选择账号',
    en: 'This application asks you to sign in again, or to choose the account, first',
  },
  'sso.logout_hint': {
    status: 400,
    zh: '这个应用没有正确说明要退出的是谁，退出后会停在这里',
    en: 'This application did not say correctly who is to be signed out. After signing out you stay here',
  },
  'sso.logout_address': {
    status: 400,
    zh: '这个应用给出的返回地址没有在学校登记，退出后会停在这里',
    en: 'The address this application wants to go back to is not registered with the school. After signing out you stay here',
  },
  'sso.ticket_refused': {
    status: 403,
    zh: '没有签发登录票据，请检查应用、密钥和用户名',
    en: 'No ticket was issued. Check the client, its secret and the user name',
  },
  // The only refusals of an external account with status 400: they lead to the binding page.
  'sso.ticket_admin': {
    status: 403,
    zh: '这个应用不能让有管理权限的人登录，请用用户名和密码登录',
    en: 'This application may not sign in people with rights of the administration. Sign in with your user name and password',
  },
  'sso.unbound': {
    status: 400,
    zh: '这个外部账号还没有绑定，请验证本校账号完成绑定',
    en: 'This account is not linked yet. Prove your account at this school to link it',
  },
  'sso.second_step': {
    status: 400,
    zh: '这个账号开启了两步验证，请用密码和验证码完成登录',
    en: 'This account asks for a second step. Go on with your password and a code',
  },
  'login.second_step_ahead': {
    status: 403,
    zh: '对方账号开启了两步验证，不能直接切换。请退出后用它的密码和验证码登录',
    en: 'That account asks for a second step. Log out, and sign in to it with its password and a code',
  },
  'login.rights_ahead': {
    status: 403,
    zh: '对方账号有管理权限，不能从这里直接切换。请退出后用它的密码登录',
    en: 'That account has rights of the administration, and cannot be opened from this one. Log out, and sign in to it with its password',
  },
  'sso.state_invalid': {
    status: 403,
    zh: '这次外部登录已失效，请重新开始',
    en: 'This sign-in from elsewhere is not valid any more. Start it again',
  },
  // To a provider's server, which knows HTTP statuses alone.
  'sso.logout_refused': {
    status: 400,
    http: 400,
    zh: '退出令牌无效，没有会话因此结束',
    en: 'The logout token is not valid. No session was ended',
  },
  'sso.binding_invalid': {
    status: 403,
    zh: '绑定已超时或已使用，请重新用外部账号登录',
    en: 'The time to link this account is over, or it was used. Sign in from elsewhere again',
  },
  'sso.provider_unknown': {
    status: 404,
    zh: '学校没有设置这种外部登录方式',
    en: 'The school has not set up this way of signing in from elsewhere',
  },
  'sso.provider_private': {
    status: 403,
    zh: '登录提供方的地址在内网或本机，门户不会连接。如果没有填错，请平台运维人员放行（PORTAL_PROVIDER_NETWORKS）',
    en: 'The sign-in provider is on a private network or on this machine, where the portal does not connect. If that is right, the operator of the portal can allow it (PORTAL_PROVIDER_NETWORKS)',
  },
  // What people are told to name is explained to administrators in docs/sign-in.md.
  'sso.provider_unreachable': {
    status: 502,
    zh: '外部登录服务没有回应。请稍后再试，或改用密码登录；一直这样时，请告诉学校管理员，并说明代码 sso.provider_unreachable',
    en: 'The sign-in service elsewhere does not answer. Try again later, or use your password. If it stays so, tell the administrators of your school, and name the code sso.provider_unreachable',
  },
  'sso.provider_setup': {
    status: 502,
    zh: '外部登录服务不认这个门户，重试没有用。请改用密码登录，并告诉学校管理员代码 sso.provider_setup',
    en: 'The sign-in service elsewhere does not accept this portal, and trying again does not help. Use your password, and tell the administrators of your school the code sso.provider_setup',
  },
  'sso.provider_refused': {
    status: 403,
    zh: '外部登录服务没有确认你的身份。请重新登录；再次这样时，请告诉学校管理员，并说明代码 sso.provider_refused',
    en: 'The sign-in service elsewhere did not confirm who you are. Sign in again. If it happens again, tell the administrators of your school, and name the code sso.provider_refused',
  },
  'sso.not_fresh': {
    status: 403,
    zh: '应用要求重新登录，但外部登录服务没有让你重新登录。请先在那边退出再试，或者用密码登录',
    en: 'The application asks for a new sign-in, but the sign-in service elsewhere did not ask you to sign in again. Sign out there and try again, or use your password',
  },
  'sso.tenant_refused': {
    status: 403,
    zh: '你登录的那个单位的账号不能用在这所学校。请换成学校发的账号；如果用的就是它，请告诉学校管理员代码 sso.tenant_refused',
    en: 'Accounts of the organisation that you signed in with are not taken by this school. Use the account that your school gave you. If you did, tell the administrators of your school the code sso.tenant_refused',
  },
  // To administrators who save a provider.
  'sso.document_unreachable': {
    status: 502,
    zh: '这个地址没有回应，读不到它的 OpenID 配置。请检查地址；对方暂时停机时，可以先关闭“启用”再保存',
    en: 'Nothing answers at this address, so its OpenID configuration cannot be read. Check the address. If the provider is only down, turn "In use" off and save',
  },
  'sso.document_missing': {
    status: 502,
    zh: '这个地址有回应，但没有 OpenID 配置（/.well-known/openid-configuration）。请检查地址是否完整',
    en: 'This address answers, but has no OpenID configuration (/.well-known/openid-configuration). Check that the address is complete',
  },
  'sso.document_unreadable': {
    status: 502,
    zh: '这个地址回应的不是 OpenID 配置（不是 JSON，或没有 issuer）。请检查地址',
    en: 'What this address answers with is no OpenID configuration: it is not JSON, or names no issuer. Check the address',
  },
  'sso.document_incomplete': {
    status: 502,
    zh: '这个地址的 OpenID 配置缺少登录需要的地址，或其中有不是 https 的',
    en: 'The OpenID configuration at this address lacks addresses that a sign-in needs, or has some without https',
  },
  'sso.document_issuer': {
    status: 409,
    zh: '这个地址的 OpenID 配置写的是另一个颁发者',
    en: 'The OpenID configuration at this address names another issuer',
  },
  'sso.document_secret': {
    status: 409,
    zh: '对方不接受用密钥登录（client_secret_basic 或 client_secret_post）。请清空密钥，或请对方为门户改用密钥方式',
    en: 'The provider takes no secret (neither client_secret_basic nor client_secret_post). Register the portal there as a client with a secret, or as one without',
  },
  'sso.tenants_required': {
    status: 400,
    zh: '这个提供方面向许多单位。请列出可以登录的单位（租户 ID），或打开“任何单位都可以”',
    en: 'This provider is for many organisations. List those whose accounts are let in (tenant IDs), or turn on "Any organisation"',
  },
  'field.tenants': {
    status: 400,
    zh: '每行一个租户 ID，形如 72f988bf-86f1-41af-91ab-2d7cd011db47，最多 50 个',
    en: 'One tenant ID a line, such as 72f988bf-86f1-41af-91ab-2d7cd011db47, at most 50',
  },
  'sso.account_closed': {
    status: 403,
    zh: '绑定的本校账号已停用，请联系学校管理员',
    en: 'The linked account of this school is closed. Please ask the school',
  },
  'sso.identity_taken': {
    status: 409,
    zh: '这个外部账号已绑定到其他账号',
    en: 'This account is already linked to somebody else',
  },
  'sso.identity_gone': {
    status: 404,
    zh: '这个外部账号已经解除绑定',
    en: 'This account is not linked any more',
  },
  'password.against_rule': {
    status: 400,
    zh: '新密码不符合学校的密码要求',
    en: 'The new password does not meet the requirements of the school',
  },
  'password.unchanged': {
    status: 400,
    zh: '新密码和原来的一样，请换一个',
    en: 'This is the password you have now. Choose another one',
  },
  'password.guessable': {
    status: 400,
    zh: '这个密码太容易被猜到：不要只用常见词、姓名、学校名、日期或连续的字符',
    en: 'This password is too easy to guess. Use more than common words, names, dates or rows of keys',
  },
  'password.common': {
    status: 400,
    zh: '这个密码在公开的常用密码名单里，很容易被猜中。请换一个，例如把几个互不相关的词和数字连在一起',
    en: 'This password is on public lists of common passwords. Choose another, such as a few unrelated words with digits between them',
  },
  'password.is_login_name': {
    status: 400,
    zh: '密码不能和用户名相同',
    en: 'The password must not be the user name',
  },
  'password.current_wrong': {
    status: 403,
    zh: '当前密码不对，请重新输入',
    en: 'The current password is wrong. Type it again',
  },
  'password.link_invalid': {
    status: 403,
    zh: '这个链接已失效或已用过，请重新申请',
    en: 'This link has expired or was used before. Ask for a new one',
  },
  'password.code_invalid': {
    status: 403,
    zh: '用户名或一次性代码不对，或代码已失效',
    en: 'The user name or the one-time code is wrong, or the code has expired',
  },
  'password.nobody_in_part': {
    status: 404,
    zh: '你负责的范围内没有使用这个用户名的账号，或账号已停用',
    en: 'No account in your part of the school has this user name, or it is closed',
  },
  'password.no_such_person': {
    status: 404,
    zh: '没有使用这个用户名的账号，或账号已停用',
    en: 'No account has this user name, or it is closed',
  },
  'password.own_code': {
    status: 400,
    zh: '不能给自己签发一次性代码，请在“我的账号”里修改密码',
    en: 'You cannot issue a code for yourself. Change your password under “My account”',
  },
  'mail.not_set_up': { status: 404, zh: '还没有设置邮件服务器', en: 'No mail server is set up' },
  'mail.private_address': {
    status: 403,
    zh: '邮件服务器在内网或本机，门户不会连接。如果没有填错，请平台运维人员放行（PORTAL_MAIL_NETWORKS）',
    en: 'The mail server is on a private network or on this machine, where the portal does not connect. If that is right, the operator of the portal can allow it (PORTAL_MAIL_NETWORKS)',
  },
  'mail.unreachable': {
    status: 502,
    zh: '连接不上邮件服务器，请检查地址、端口和加密方式',
    en: 'The mail server could not be reached. Check its address, port and encryption',
  },
  'mail.login_refused': {
    status: 502,
    zh: '邮件服务器拒绝了用户名或密码',
    en: 'The mail server refused the user name or password',
  },
  'mail.refused': {
    status: 502,
    zh: '邮件服务器拒绝了这封邮件，请检查发件人和收件人地址',
    en: 'The mail server refused the mail. Check the addresses of sender and recipient',
  },
  'mail.lapsed': {
    status: 404,
    zh: '邮件没能及时发出，里面的链接已经过期',
    en: 'The mail could not be sent in time, and the link in it has lapsed',
  },
  'licence.expired': {
    status: 403,
    zh: '该模块已到期，请联系管理员！',
    en: 'This module has expired, please contact the administrator!',
  },
  'access.denied': { status: 403, zh: '你没有权限进行这项操作', en: 'You are not allowed to do this' },
  'live.too_many': {
    status: 429,
    http: 429,
    zh: '这个账号打开的窗口太多，消息会每分钟更新一次',
    en: 'This account is open in too many places. Messages are brought up to date every minute instead',
  },
  'message.gone': { status: 404, zh: '这条消息已经不在了', en: 'This message is not there any more' },
  'message.nobody': {
    status: 422,
    zh: '没有人会收到这条消息，请至少选择一类有账号的用户',
    en: 'Nobody would get this message. Choose at least one group that has accounts',
  },
  'message.too_many': {
    status: 429,
    zh: '10 分钟内发布的消息太多，请稍后再发',
    en: 'Too many messages were published in the last ten minutes. Wait a little',
  },
  'publication.gone': {
    status: 404,
    zh: '这条内容不存在，可能已经取消发送',
    en: 'This is not there any more; it may have been cancelled',
  },
  'publication.not_own_class': {
    status: 403,
    zh: '只能发给自己任教班级的学生和家长',
    en: 'You may write only to pupils and parents of the classes that you teach',
  },
  'publication.begun': {
    status: 409,
    zh: '已经开始发送，不能再修改或取消，可以撤回',
    en: 'It has been sent already and cannot be changed or cancelled. Recall it instead',
  },
  'publication.not_sent': {
    status: 409,
    zh: '还没有发出，或者已经撤回',
    en: 'It has not been sent yet, or was recalled',
  },
  'publication.reminded': {
    status: 429,
    zh: '一小时内已经提醒过，请稍后再提醒',
    en: 'They were reminded within the last hour. Wait a little',
  },
  'publication.past': { status: 422, zh: '这个时间已经过去', en: 'This time is over' },
  'publication.address': {
    status: 400,
    zh: '请填写以 https:// 开头的地址',
    en: 'Enter an address that begins with https://',
  },
  'publication.files': {
    status: 422,
    zh: '附件合计不能超过 100 MB',
    en: 'The files may have 100 MB together',
  },
  'answer.not_asked': {
    status: 422,
    zh: '这里不需要这种回复',
    en: 'That kind of answer is not asked for here',
  },
  'todo.gone': {
    status: 404,
    zh: '这件待办已经不在了，或已经太久不能恢复',
    en: 'This to-do is not there any more, or it is too late to bring it back',
  },
  'storage.file_missing': { status: 400, zh: '没有找到要上传的文件', en: 'Not find file' },
  'storage.type_blocked': { status: 415, zh: '不允许上传这种类型的文件', en: 'Files of this type may not be uploaded' },
  'storage.name_invalid': {
    status: 400,
    zh: '文件名不能为空、不能超过255个字符，也不能包含 / \\ 或控制字符',
    en: 'A file name must have 1 to 255 characters and no slashes or control characters',
  },
  'storage.folder_name_invalid': {
    status: 400,
    zh: '文件夹名不能为空、不能超过255个字符，也不能包含 / \\ 或控制字符',
    en: 'A folder name must have 1 to 255 characters and no slashes or control characters',
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
  'storage.too_large': { status: 413, zh: '文件大小超过限制', en: 'File size exceeds limit' },
  'storage.disk_full': {
    status: 507,
    http: 507,
    zh: '服务器存储空间不足，请联系管理员',
    en: 'The server is out of space. Please tell the administrator',
  },
  'storage.quota_person': {
    status: 507,
    zh: `你的存储空间放不下这个文件，没有上传。请删除不需要的文件（删除后 ${BIN_DAYS} 天才腾出空间），或请管理员增加空间`,
    en: `Your storage has no room for this file, so it was not uploaded. Delete files that you do not need (their room is free after ${BIN_DAYS} days), or ask an administrator for more`,
  },
  'storage.quota_owner': {
    status: 507,
    zh: '共享文件夹所有者的空间不足，文件没有上传',
    en: 'The owner of the shared folder has no space left. The file was not uploaded',
  },
  'storage.quota_unit': {
    status: 507,
    zh: '本单位的存储空间放不下这个文件，没有上传。请告诉管理员：增加空间，或请大家清理文件',
    en: 'The storage that everybody here shares has no room for this file, so it was not uploaded. Tell an administrator, who can make room or allow more',
  },
  'storage.base64_empty': { status: 400, zh: '图片内容不能为空', en: 'The picture must not be empty' },
  'storage.base64_name_empty': { status: 400, zh: '图片名称不能为空', en: 'The name of the picture must not be empty' },
  'storage.base64_invalid': { status: 400, zh: '图片内容不是有效的图片', en: 'This is not a valid picture' },
  'face.unreadable': {
    status: 422,
    zh: '这张照片打不开，请使用不超过 1600 万像素的 JPG 或 PNG 照片',
    en: 'This photo cannot be opened. Use a JPEG or PNG of at most 16 megapixels',
  },
  'face.none': {
    status: 422,
    zh: '没有看到人脸。请正对镜头，露出整张脸，再拍一次',
    en: 'No face can be seen. Look straight at the camera with your whole face in view, and take it again',
  },
  'face.several': {
    status: 422,
    zh: '画面里不止一个人。请让其他人离开画面，再拍一次',
    en: 'There is more than one person in the picture. Have the others step aside, and take it again',
  },
  'face.too_small': {
    status: 422,
    zh: '脸太小了，请靠近镜头一些',
    en: 'The face is too small. Come closer to the camera',
  },
  'face.blurred': {
    status: 422,
    zh: '照片有些模糊。请擦一下镜头，拿稳不动，再拍一次',
    en: 'The picture is blurred. Wipe the lens, hold still, and take it again',
  },
  'face.too_dark': {
    status: 422,
    zh: '脸上太暗了。请到亮一些的地方，不要背对光源',
    en: 'The face is too dark. Go where it is lighter, and do not stand against the light',
  },
  'face.too_bright': {
    status: 422,
    zh: '脸上太亮了。请避开直射的强光，再拍一次',
    en: 'The face is too bright. Move out of the glare, and take it again',
  },
  'face.not_straight': {
    status: 422,
    zh: '请把脸转正，看着镜头，再拍一次',
    en: 'Turn your face straight to the camera, and take it again',
  },
  'face.not_same': {
    status: 422,
    zh: '这张照片和以前存的不像同一个人，没有保存。如果样子变了很多，请先删除以前的照片',
    en: 'This does not look like the photos that are there already, so it was not saved. If the person has changed much, delete the earlier photos first',
  },
  'face.consent_missing': {
    status: 403,
    zh: '还没有同意使用人脸，不能保存照片。学生须由监护人同意',
    en: 'Nobody has agreed to the use of this face yet, so no photo can be saved. For a pupil, a guardian has to agree',
  },
  'face.consent_giver': {
    status: 403,
    zh: '这项同意须由本人给出；学生须由监护人用自己的账号给出，或由管理员凭纸质同意书登记',
    en: 'People agree for themselves; for a pupil a guardian agrees by their own account, or an administrator records the form a guardian has signed',
  },
  'face.consent_outdated': {
    status: 409,
    zh: '同意书的内容更新过了，请刷新后重新阅读',
    en: 'The text to agree to has changed. Reload it and read it again',
  },
  'face.clock_in_off': {
    status: 403,
    zh: '学校没有开放刷脸打卡',
    en: 'The school has not turned on clocking in by face',
  },
  'face.unknown': {
    status: 403,
    zh: '没有认出你。请正对镜头再试一次，或用密码登录',
    en: 'You were not recognised. Look straight at the camera and try once more, or use your password',
  },
  'face.challenge_required': {
    status: 403,
    zh: '请按提示转头再拍一张',
    en: 'A second picture is needed, with the head turned as asked',
  },
  'face.challenge_expired': {
    status: 403,
    zh: '等待的时间太久，请重新开始',
    en: 'That took too long. Please start again',
  },
  'face.not_turned': {
    status: 422,
    zh: '没有看到你按提示转头。请只转头，身体不动，再试一次',
    en: 'The head was not seen to turn as asked. Turn only your head, and try again',
  },
  'face.device_unknown': {
    status: 403,
    zh: '这台设备还不能刷脸登录。请先在这里用密码登录一次',
    en: 'This device cannot be used to sign in by face yet. Sign in here once with your password',
  },
  'face.second_step': {
    status: 403,
    zh: '这个账号开启了两步验证，请用密码和验证码登录',
    en: 'This account asks for a second step. Sign in with your password and a code',
  },
  'face.photo_void': {
    status: 403,
    zh: '这个账号的人脸由现在不能管理它的人登记，不能用来登录。请用密码登录，在“设置”的“人脸”里删除照片，再重新登记',
    en: 'The photos of this face were registered by somebody who may not manage this account now. Sign in with your password, delete them under “Settings”, “Face”, and register your face again',
  },
  'face.pin_required': { status: 403, zh: '请输入刷脸 PIN 码', en: 'Type your PIN for signing in by face' },
  'face.pin_none': {
    status: 403,
    zh: '还没有设置刷脸 PIN 码。请用密码登录，再到“设置 › 人脸”里设置',
    en: 'You have no PIN for signing in by face yet. Sign in with your password and set one under “Settings › Face”',
  },
  'face.pin_wrong': { status: 422, zh: 'PIN 码不对', en: 'The PIN is wrong' },
  'face.pin_locked': {
    status: 403,
    zh: 'PIN 码错误次数太多，已停用。请用密码登录，再到“设置 › 人脸”里重新设置',
    en: 'The PIN was wrong too often and does not count any more. Sign in with your password and set a new one under “Settings › Face”',
  },
  'face.pin_form': {
    status: 400,
    zh: 'PIN 码须为 6 到 12 位数字，不能全部相同，也不能是连续数字',
    en: 'A PIN has 6 to 12 digits: not all the same, and not a row such as 123456',
  },
  'picture.type': {
    status: 415,
    zh: '这不是可以使用的照片，请选择 JPG、PNG 或 WebP 图片',
    en: 'This is not a photo that can be used. Choose a JPEG, PNG or WebP picture',
  },
  'picture.heic': {
    status: 415,
    zh: '这个浏览器打不开 HEIC 照片。请先转成 JPG，或在 iPhone 的“设置 › 相机 › 格式”里选“兼容性最佳”后重拍',
    en: 'This browser cannot open HEIC photos. Convert it to JPEG, or choose Settings › Camera › Formats › Most Compatible on an iPhone and take it again',
  },
  'picture.unreadable': {
    status: 422,
    zh: '这张图片打不开，可能已损坏，请换一张',
    en: 'This picture cannot be opened. It may be damaged; choose another one',
  },
  'picture.too_large': {
    status: 413,
    zh: '图片太大，请选择不超过 32 MB、8000 万像素的图片',
    en: 'The picture is too large. Choose one of at most 32 MB and 80 megapixels',
  },
  'account.picture_size': {
    status: 422,
    zh: '头像不能超过 500 × 500 像素和 1 MB',
    en: 'Your picture can have at most 500 × 500 pixels and 1 MB',
  },
  'station.full': {
    status: 0,
    zh: '这台设备已存不下更多打卡，请先联网上传，并在纸上登记',
    en: 'This device can keep no more. Connect it to the network, and write names on paper meanwhile',
  },
  'face.user_missing': { status: 0, zh: '没有指定人员（userId is not find）', en: 'userId is not find' },
  'face.timeout': {
    status: 0,
    zh: '人脸检测超时，请点击重试！',
    en: 'Face detection timeout, click to try again!',
  },
  'voice.phrase_taken': { status: 409, zh: '这个说法已经在词库里了', en: 'These words are in the vocabulary already' },
  'voice.no_phrases': {
    status: 400,
    zh: '没有可以添加的新说法，请每行写一个说法和它打开的内容',
    en: 'There is nothing new to add. Write a phrase and what it opens in each line',
  },
  'voice.phrase_gone': {
    status: 404,
    zh: '这个说法已经不在词库里了，请刷新页面',
    en: 'These words are not in the vocabulary any more. Refresh the page',
  },
  'voice.too_many': {
    status: 409,
    zh: '词库最多 1000 个说法，请先删除不用的',
    en: 'A vocabulary has at most 1000 entries. Delete those that are not needed first',
  },
  'voice.service_failed': {
    status: 502,
    zh: '语音服务没有响应，请检查服务器配置',
    en: 'check server configuration',
  },
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
  'files.zip_too_many': {
    status: 413,
    zh: '文件夹里的文件太多，不能一次下载。请分别下载里面的文件夹',
    en: 'This folder holds too many files for one download. Download the folders in it one by one',
  },
  'files.version_gone': {
    status: 404,
    zh: '这个历史版本已不存在',
    en: 'This version is not there any more',
  },
  'files.other_type': {
    status: 415,
    zh: '新内容与原文件的类型不同，原文件没有改动。请选择扩展名相同的文件',
    en: 'This is a file of another type, so nothing was replaced. Choose one with the same extension',
  },
  'files.move_inside': {
    status: 400,
    zh: '文件夹不能移到它自己或它下面的文件夹里',
    en: 'A folder cannot be moved into itself or into a folder inside it',
  },
  'share.gone': { status: 404, zh: '这项共享已不存在', en: 'This is not shared any more' },
  'share.receiver': {
    status: 403,
    zh: '不能与此人或该群体共享',
    en: 'You may not share with this person or group',
  },
  'share.past': {
    status: 400,
    zh: '共享的截止日期已过，请另选日期',
    en: 'Sharing until a day that is past. Choose a later one',
  },
  'share.too_many': {
    status: 409,
    zh: '共享对象已达上限，请改为与班级或部门共享',
    en: 'Shared with as many as possible. Share with a class or department instead',
  },
  'share.read_only': { status: 403, zh: '你只能查看共享的内容', en: 'You may only view what is shared here' },
  'share.top': {
    status: 403,
    zh: '共享的文件夹或文件本身只能由所有者删除',
    en: 'Only its owner can delete what is shared itself',
  },
  'handin.gone': { status: 404, zh: '这次作业收集不存在', en: 'This hand-in does not exist' },
  'handin.class': {
    status: 403,
    zh: '只能向自己任教的班级收作业',
    en: 'You can ask only classes that you teach to hand in',
  },
  'handin.past': {
    status: 400,
    zh: '截止时间应在现在之后、一年之内',
    en: 'The time by which to hand in must be within the next year',
  },
  'handin.closed': {
    status: 409,
    zh: '老师已结束收作业，文件没有提交',
    en: 'The teacher has closed this hand-in. Nothing was handed in',
  },
  'handin.files': { status: 400, zh: '提交的文件个数超过限制', en: 'More files than this hand-in takes' },
  'handin.size': { status: 413, zh: '文件超过这次作业的大小限制', en: 'A file is larger than this hand-in takes' },
  'handin.class_full': {
    status: 507,
    zh: '班级收作业的空间已满，文件没有提交，仍在“我的文件”中。请告诉老师：删除旧的作业收集，或请管理员增加班级空间',
    en: 'The class has no room left for hand-ins. Nothing was handed in; your files are still in “My files”. Tell your teacher, who can delete old hand-ins or ask an administrator for more room',
  },
  'handin.reminded': { status: 429, zh: '一小时内已经提醒过', en: 'They were reminded within the last hour' },
  'files.too_deep': { status: 400, zh: '文件夹层级太深', en: 'Folders are nested too deeply' },
  'attendance.station_gone': {
    status: 410,
    zh: '这台考勤机已停用，请联系管理员重新登记',
    en: 'This station is not in use any more. An administrator can register it again',
  },
  'attendance.seal': {
    status: 403,
    zh: '无法验证这台考勤机的密钥，请联系管理员重新登记',
    en: 'The key of this station could not be verified. An administrator can register it again',
  },
  'attendance.gap': {
    status: 409,
    zh: '前面的打卡记录还没有送达，请按顺序重新发送',
    en: 'Earlier captures have not arrived yet. Send them in their order',
  },
  'attendance.outcome_gone': {
    status: 404,
    zh: '这条打卡记录早已处理，结果不再保存',
    en: 'This capture was dealt with long ago, and what came of it is not kept any more',
  },
  'attendance.capture_invalid': {
    status: 422,
    zh: '这条打卡记录的内容无法识别',
    en: 'What this capture holds was not understood',
  },
  'attendance.time_uncertain': {
    status: 422,
    zh: '已记下，但时间不确定，由学校确定',
    en: 'It was kept, but its time is uncertain: the school sets it',
  },
  'attendance.uncertain_gone': {
    status: 404,
    zh: '这条打卡已经不在了',
    en: 'This clock-in is not there any more',
  },
  'attendance.uncertain_closed': {
    status: 409,
    zh: '这条打卡已经处理过',
    en: 'This clock-in has been decided already',
  },
  'attendance.uncertain_time': {
    status: 422,
    zh: '这个时间不可能：请选最早和最晚之间的时间',
    en: 'This time is not possible: choose one between the earliest and the latest',
  },
  'attendance.card_unreadable': {
    status: 422,
    zh: '读不出这个卡号。卡号由 4 到 20 位字母和数字组成',
    en: 'This card number cannot be read. It has 4 to 20 letters and digits',
  },
  'attendance.code_unknown': {
    status: 403,
    zh: '没有这个卡号或个人码，请重新输入',
    en: 'Nobody has this card or code. Enter it again',
  },
  'attendance.portal_off': {
    status: 403,
    zh: '学校只在考勤机上刷脸打卡，门户里没有开放',
    en: 'The school lets people clock in by face at its stations only, not in the portal',
  },
  'attendance.no_person': {
    status: 404,
    zh: '这个账号不参加考勤',
    en: 'This account is of nobody who clocks in',
  },
  'attendance.group_gone': {
    status: 404,
    zh: '这个班级已经不在了',
    en: 'This class is not there any more',
  },
  'attendance.correction_open': {
    status: 409,
    zh: '这一天的这次打卡已有一个申请在等待审批',
    en: 'A request for this day and direction is waiting already',
  },
  'attendance.correction_time': {
    status: 422,
    zh: '只能补过去 60 天内、已经过去的时间',
    en: 'Only a time of the last 60 days that has passed can be corrected',
  },
  'attendance.correction_gone': {
    status: 404,
    zh: '这个补卡申请已经不在了',
    en: 'This request is not there any more',
  },
  'attendance.correction_closed': {
    status: 409,
    zh: '这个补卡申请已经处理过或已撤回',
    en: 'This request has been decided or withdrawn already',
  },
  'attendance.absence_days': {
    status: 422,
    zh: '请假日期须在 7 天前到 60 天后之间，结束不早于开始，一次最多 30 天',
    en: 'An absence lies between 7 days back and 60 days ahead, ends on or after its first day, and has at most 30 days',
  },
  'attendance.absence_times': {
    status: 422,
    zh: '时间段只用于一天的请假，结束时间要晚于开始时间',
    en: 'Times are for an absence of one day, and the end is after the start',
  },
  'attendance.absence_overlap': {
    status: 409,
    zh: '这几天里已有一张请假单，请先修改或撤回那一张',
    en: 'There is an absence notice for some of these days already. Change or withdraw that one first',
  },
  'attendance.own_child': {
    status: 403,
    zh: '这是你自己孩子的申请，不能由你处理。请由其他老师或管理员处理',
    en: 'This is about your own child, so you cannot decide it. Another teacher or an administrator does',
  },
  'attendance.absence_gone': {
    status: 404,
    zh: '这张请假单已经不在了',
    en: 'This absence notice is not there any more',
  },
  'attendance.absence_closed': {
    status: 409,
    zh: '这张请假单已经处理过或已撤回',
    en: 'This absence notice has been decided or withdrawn already',
  },
  'attendance.absence_off': {
    status: 403,
    zh: '学校没有开放家长在线请假，请联系班主任',
    en: 'The school does not take absence notices from parents here. Contact the head teacher',
  },
  'attendance.rule_gone': {
    status: 404,
    zh: '这条考勤规则已经不在了',
    en: 'This rule is not there any more',
  },
  'attendance.rule_past': {
    status: 422,
    zh: '修改规则不能影响已经过去的日子，请选择今天或以后的日期',
    en: 'A change must not alter days that have passed. Choose today or a later day',
  },
  'attendance.rule_times': {
    status: 422,
    zh: '下班（放学）时间须晚于上班（到校）时间，且都不早于一天的开始时间',
    en: 'The time to go must be after the time to come, and both after the start of the day',
  },
  'attendance.rule_classes': {
    status: 422,
    zh: '请为这条规则选择班级',
    en: 'Choose the classes that the rule is for',
  },
  'attendance.time_zone': {
    status: 422,
    zh: '没有这个时区',
    en: 'There is no such time zone',
  },
  'attendance.card_taken': {
    status: 409,
    zh: '这张卡已经属于其他人',
    en: 'This card is somebody else’s already',
  },
  'import.broken_file': {
    status: 422,
    zh: '文件已损坏，无法读取。请用 Excel 或 WPS 打开，另存为 .xlsx 后重试',
    en: 'The file is damaged. Open it in Excel or WPS, save it as .xlsx and try again',
  },
  'import.old_xls': {
    status: 422,
    zh: '这是旧版 .xls 或加密的文件。请另存为不加密的 .xlsx 后重试',
    en: 'This is an old .xls file or an encrypted one. Save it as .xlsx without a password and try again',
  },
  'import.unknown_format': {
    status: 422,
    zh: '不是可以导入的文件。请选择 .xlsx、.csv 或 OneRoster 的 .zip',
    en: 'This file cannot be imported. Choose .xlsx, .csv or a OneRoster .zip',
  },
  'import.too_large': {
    status: 422,
    zh: '文件解开后太大。请分成几个文件导入',
    en: 'The file is too large once it is unpacked. Import it in several files',
  },
  'import.too_many_rows': {
    status: 422,
    zh: '一个工作表最多 60000 行。请分成几个文件导入',
    en: 'A sheet may have 60,000 rows. Import it in several files',
  },
  'import.several_schools': {
    status: 422,
    zh: '文件里有几所学校的班级或人员，会混成一所，所以没有读取。请只导出本校；本校的校区在 orgs.csv 里的 type 请写 department，不要写 school',
    en: 'The files have classes or people of several schools, which would become one, so they were not read. Export those of your school alone; a campus of it has the type department in orgs.csv, not school',
  },
  'import.empty': {
    status: 422,
    zh: '文件里没有可以导入的行',
    en: 'The file has no rows to import',
  },
  'import.encoding': {
    status: 422,
    zh: '无法识别文件的编码。请另存为 UTF-8 后重试',
    en: 'The text encoding of the file is not known. Save it as UTF-8 and try again',
  },
  'import.csv_broken': {
    status: 422,
    zh: 'CSV 文件的引号不成对。请检查后重试',
    en: 'The quotes of the CSV file do not match. Check it and try again',
  },
  'import.two_lists': {
    status: 422,
    zh: '一张工作表上并排有两个名单。请把它们上下排列，或分成两张工作表后重试',
    en: 'Two lists stand side by side on one sheet. Put one below the other, or each on a sheet of its own, and try again',
  },
  'import.no_header': {
    status: 422,
    zh: '没有找到标题行。第一行需要有“姓名”等列名，或指定各列的含义',
    en: 'No row of headings was found. The first row needs names of columns such as “Name”, or say what each column is',
  },
  'import.not_found': {
    status: 404,
    zh: '没有这次导入，可能已经过期',
    en: 'There is no such import; it may have expired',
  },
  'import.has_errors': {
    status: 409,
    zh: '文件里还有错误，全部改正后才能导入',
    en: 'The file has errors; it can be imported once they are all corrected',
  },
  'import.nothing_left': {
    status: 409,
    zh: '跳过有错误的行之后，没有可以写入的内容。请先改正错误',
    en: 'Without its rows in error the file changes nothing. Mend the errors first',
  },
  'import.has_choices': {
    status: 409,
    zh: '有些行需要先选择对应的人',
    en: 'Some rows need a choice first of who they are',
  },
  'import.hidden_rows': {
    status: 409,
    zh: '文件里有隐藏的行或工作表，请先选择读取还是不读取',
    en: 'The file has hidden rows or sheets. Choose first whether they are read',
  },
  'import.needs_confirmation': {
    status: 409,
    zh: '停用的人数超过十分之一，请确认',
    en: 'More than a tenth of the people would be deactivated; confirm it',
  },
  'import.last_year': {
    status: 409,
    zh: '文件像是上一学年的，会把许多学生移回原来的年级。请先选择怎么处理',
    en: 'The file seems to be of the year before and would move many pupils back to their old grade. Choose what to do first',
  },
  'import.not_ready': {
    status: 409,
    zh: '这次导入不能再执行这个操作，请刷新',
    en: 'This import is past that. Refresh the page',
  },
  'import.busy': {
    status: 409,
    zh: '另一次导入正在写入或撤销，请稍后再试',
    en: 'Another import is being applied or undone. Try again soon',
  },
  'import.stale': {
    status: 409,
    zh: '预览之后数据有变化，没有导入。请重新预览',
    en: 'Data has changed since the preview, and nothing was imported. Preview it again',
  },
  'import.no_folder': {
    status: 422,
    zh: '没有这个文件夹，或不能读取。请检查名称，或请平台运维人员检查',
    en: 'There is no such folder, or it cannot be read. Check its name, or ask the operator of the portal',
  },
  'import.schedule_path': {
    status: 422,
    zh: '请填写子文件夹的名称，多层之间用“/”',
    en: 'Enter the name of a sub-folder; write “/” between several',
  },
  'import.still_written': {
    status: 409,
    zh: '文件一小时后还在写入，没有读取',
    en: 'The file was still being written after an hour, and was not read',
  },
  'import.schedule_right': {
    status: 403,
    zh: '设置自动导入的人已没有导入的权限，自动导入已停止。请有权限的人重新开启',
    en: 'The person who set the scheduled import up may no longer import, so it has stopped. Somebody who may has to switch it on again',
  },
  'import.author_right': {
    status: 403,
    zh: '执行此操作的账号已停用，或已没有导入的权限，数据没有改动。请有权限的人重新操作',
    en: 'The account that began this is closed or may no longer import, so nothing was changed. Somebody who may import has to do it again',
  },
  'import.undo_changed': {
    status: 409,
    zh: '导入的数据之后又有改动，不能整体撤销',
    en: 'What was imported has been changed or used since, so it cannot be undone',
  },
  'import.undo_late': {
    status: 409,
    zh: '导入超过 7 天，不能撤销',
    en: 'The import is older than 7 days and cannot be undone',
  },
  'roster.class_gone': {
    status: 404,
    zh: '这个班级不存在，可能已经被删除',
    en: 'This class does not exist; it may have been deleted',
  },
  // Not 401, which starts a refresh.
  'password.first_due': {
    status: 403,
    zh: '请先把学校发的初始密码换成自己的密码',
    en: 'Choose your own password in place of the one from the school first',
  },
  'password.first_unproved': {
    status: 403,
    zh: '请退出，再用学校给的初始密码登录，然后设置自己的密码',
    en: 'Sign out, sign in with the password that the school gave you, and then choose your own',
  },
  'password.not_first': {
    status: 409,
    zh: '密码已经设置过，请在“我的账号”里修改',
    en: 'The password has been set already. Change it in “My account”',
  },
  'people.limit': {
    status: 409,
    zh: '本单位的人数已到平台允许的上限，没有添加任何人。请联系平台负责人提高上限，或先停用不再需要的账号',
    en: 'The unit has as many people as its operator allows, so nobody was added. Ask the operator for more, or deactivate accounts that are not needed',
  },
  'people.gone': {
    status: 404,
    zh: '没有这个人，可能已经被删除，请刷新列表',
    en: 'This person is not there any more. Refresh the list',
  },
  'people.number_taken': {
    status: 409,
    zh: '这个学号（工号）已经有人使用',
    en: 'Another person has this number',
  },
  'people.id_card_taken': {
    status: 409,
    zh: '这个身份证号已经登记在另一个人名下',
    en: 'This identity number is already that of another person',
  },
  'people.login_taken': {
    status: 409,
    zh: '这个用户名已经有人使用',
    en: 'Another account has this user name',
  },
  'people.login_name': {
    status: 400,
    zh: '用户名只能用文字、数字和 . _ - @',
    en: 'Use letters, digits and . _ - @ in a user name',
  },
  'people.account_needed': {
    status: 400,
    zh: '邮箱和手机号属于账号，请填写用户名',
    en: 'E-mail and mobile number belong to an account. Enter a user name',
  },
  'people.class_needed': {
    status: 400,
    zh: '请选择班级',
    en: 'Choose a class',
  },
  'people.inactive': {
    status: 409,
    zh: '这个人已停用，请先恢复',
    en: 'This person is deactivated. Bring the person back first',
  },
  'people.last_administrator': {
    status: 409,
    zh: '这是最后一位管理员，请先指定另一位',
    en: 'This is the last administrator. Appoint another one first',
  },
  'access.part': {
    status: 403,
    zh: '你的权限只在学校的一部分有效，这里超出了范围',
    en: 'Your right counts in a part of the school only, and this is beyond it',
  },
  'admin.factor_stale': {
    status: 403,
    zh: '为安全起见，请再次验证身份，然后继续',
    en: 'To be safe, prove again that it is you, and go on',
  },
  'role.gone': {
    status: 404,
    zh: '这个角色已经不存在，请刷新页面',
    en: 'This role is not there any more. Refresh the page',
  },
  'role.built_in': {
    status: 409,
    zh: '内置角色不能更改，可以复制后更改',
    en: 'A built-in role cannot be changed. Copy it and change the copy',
  },
  'role.name_taken': {
    status: 409,
    zh: '已经有同名的角色',
    en: 'There is a role with this name already',
  },
  'role.too_many': {
    status: 409,
    zh: '角色或成员太多，请先删除不用的',
    en: 'There are too many roles or members. Remove those that are not needed',
  },
  'role.beyond_own': {
    status: 403,
    zh: '这个角色有你在这个范围内没有的权限，不能由你授予、收回或更改',
    en: 'This role permits more than you may do there yourself, so you cannot give, withdraw or change it',
  },
  'role.not_in_part': {
    status: 409,
    zh: '这个角色有只能用于全校的权限，不能限定范围',
    en: 'This role has permissions that count in the whole school only, so it cannot be limited to a part',
  },
  'role.holder_gone': {
    status: 404,
    zh: '有一位成员已经不存在或已停用，请重新选择',
    en: 'One of them is not there any more, or is deactivated. Choose again',
  },
  'role.scope_gone': {
    status: 404,
    zh: '所选的范围已经不存在，请重新选择',
    en: 'The part of the school is not there any more. Choose again',
  },
  'role.member_gone': {
    status: 404,
    zh: '有一位成员已经没有这个角色，请刷新页面',
    en: 'One of them does not have this role any more. Refresh the page',
  },
  'role.type_administers': {
    status: 403,
    zh: '管理权限不能授予某一类的所有人。请把它放进角色，再授予需要的人',
    en: 'Rights of the administration are not given to everyone of a type. Put them into a role, and give it to those who need it',
  },
  'role.administrators_only': {
    status: 403,
    zh: '系统管理员角色只能由系统管理员授予和收回',
    en: 'Only administrators give and withdraw the administrator’s role',
  },
  'role.administrator_person': {
    status: 409,
    zh: '系统管理员角色只能授予个人，并且用于全校',
    en: 'The administrator’s role is given to single persons, for the whole school',
  },
  'structure.gone': {
    status: 404,
    zh: '这一项已经不存在，请刷新页面',
    en: 'This is not there any more. Refresh the page',
  },
  'structure.name_taken': {
    status: 409,
    zh: '已经有同名的',
    en: 'There is one with this name already',
  },
  'structure.no_teacher': {
    status: 400,
    zh: '请选择在职的教师或员工',
    en: 'Choose an active teacher or employee',
  },
  'people.still_active': {
    status: 409,
    zh: '只能清除已停用的人员，请先停用',
    en: 'Only people who are deactivated can be erased. Deactivate this person first',
  },
  'people.name_differs': {
    status: 400,
    zh: '与这个人的姓名不一致，请重新输入',
    en: 'This is not the name of the person. Type it again',
  },
  'people.guardian_needed': {
    status: 409,
    zh: '有家长在本校还有其他孩子或账号，不能一起清除。请刷新后再试，什么都没有改变',
    en: 'One of the guardians has another child or account here, so nothing was erased. Refresh the page and try again',
  },
  'people.import_runs': {
    status: 409,
    zh: '一次导入正在写入或撤销，什么都没有改变。请等它结束后再试',
    en: 'An import is being applied or undone, so nothing was changed. Try again when it has ended',
  },
  'people.merge_same': {
    status: 409,
    zh: '这是同一条记录，请选择另一个人',
    en: 'This is the same entry. Choose the other one',
  },
  'people.merge_types': {
    status: 409,
    zh: '只能合并同一类型的人员：两个学生、两位教师、两位家长或两位职工',
    en: 'Only people of one type can be merged: two pupils, two teachers, two parents or two employees',
  },
  'people.merge_numbers': {
    status: 409,
    zh: '两边的身份证号或学籍号不同，没有合并。请核实是同一个人，勾选后再试',
    en: 'Their identity numbers differ, so nothing was merged. Confirm that they are one person, then try again',
  },
  'people.merge_linked': {
    status: 409,
    zh: '两个人都关联了另一个账号（教师与家长），不能合并。请先在账号中解除其中一个关联',
    en: 'Both have another account, as teacher or parent, so they cannot be merged. End one of these links first',
  },
  // What a code on paper leads guardians to. Not 401, which starts a refresh.
  'join.code_invalid': {
    status: 403,
    zh: '邀请码有误、已过期或已用完。请核对，或向学校要一个新的',
    en: 'This code is not right, has expired or is used up. Check it, or ask the school for a new one',
  },
  'join.guardian_differs': {
    status: 403,
    zh: '与学校登记的家长姓名不一致。请输入全名，或选择“都不是”',
    en: 'This is not the name that the school has of this guardian. Type the full name, or choose “None of them”',
  },
  'join.name_differs': {
    status: 400,
    zh: '与邀请码对应的孩子姓名不一致，请输入孩子的全名',
    en: 'This is not the name of the child that the code is for. Type the full name',
  },
  'join.already': {
    status: 409,
    zh: '这个孩子已经在你的账号里了',
    en: 'This child is in your account already',
  },
  'guardian.own_account': {
    status: 403,
    zh: '不能把自己的家长账号加给学生。请让系统管理员添加',
    en: 'Your own parent account is not yours to make a guardian. Ask an administrator to add it',
  },
  'guardian.already': {
    status: 409,
    zh: '这位家长已经是这个孩子的监护人了',
    en: 'This person is a guardian of this child already',
  },
  'guardian.undo_gone': {
    status: 409,
    zh: '只有移除的人能撤销，并且只在一小时之内。如果需要，请重新添加这位家长',
    en: 'Only who removed the guardian can undo it, and within an hour. Add the guardian again if you need to',
  },
  'guardian.code_unused': {
    status: 409,
    zh: '没有通过这个邀请码加入的家长了，请刷新页面查看',
    en: 'Nobody who joined by this code is left. Reload the page to see who is there',
  },
  // Links between a parent's accounts at several schools. Not 401, which starts a refresh.
  'link.code_invalid': {
    status: 403,
    zh: '关联码有误或已过期。请核对，或在另一所学校的门户里重新生成一个',
    en: 'This linking code is not right or has expired. Check it, or make a new one in the other school’s portal',
  },
  'link.own_school': {
    status: 400,
    zh: '这个关联码是本校的。请到另一所学校的门户里生成',
    en: 'This linking code is of this school. Make one in the other school’s portal',
  },
  'link.already': {
    status: 409,
    zh: '已经关联过那所学校的这个账号了',
    en: 'That account at the other school is linked already',
  },
  'link.limit': {
    status: 409,
    zh: '你或对方的账号已关联了 5 个，请先取消其中一个',
    en: 'One of the two accounts has 5 links already. Remove one first',
  },
  'link.gone': {
    status: 403,
    zh: '与那所学校账号的关联已经取消。需要时可以在“我的账号”里重新关联',
    en: 'The link with the account at that school has ended. You can link it again under “My account”',
  },
  'link.code_wrong': {
    status: 403,
    zh: '关联码有误或已过期。请核对，或用家长账号登录，在“我的账号”里重新生成一个',
    en: 'This linking code is not right or has expired. Check it, or sign in with the parent account and make a new one under “My account”',
  },
  'link.teacher_linked': {
    status: 409,
    zh: '这个教师账号已经关联了家长账号。请先取消那个关联',
    en: 'This teacher account is linked with a parent account already. Remove that link first',
  },
  'link.parent_linked': {
    status: 409,
    zh: '这个家长账号已经关联了教师账号。请先取消那个关联',
    en: 'This parent account is linked with a teacher account already. Remove that link first',
  },
  'link.none': {
    status: 409,
    zh: '这两个账号已经没有关联了。请刷新页面',
    en: 'There is no link between these accounts any more. Reload the page',
  },
  'link.administrators_only': {
    status: 403,
    zh: '只有管理员可以关联教师账号和家长账号。本人也可以在“我的账号”里自己关联',
    en: 'Only an administrator can link a teacher account and a parent account. The person can also do it under “My account”',
  },
  'link.suspended': {
    status: 403,
    zh: '那所学校的平台已暂停使用，数据都在，恢复后会自动显示',
    en: 'The portal of that school is suspended. Nothing is lost, and it will be shown again by itself',
  },
  'link.second_step': {
    status: 403,
    zh: '那所学校的账号开启了两步验证。请在“我的账号”里给这个账号也开启两步验证',
    en: 'The account at that school asks for a second step. Turn it on for this account too, under “My account”',
  },
  'link.first_password': {
    status: 403,
    zh: '那所学校的账号还在用学校给的初始密码。请先到那边登录并设置自己的密码',
    en: 'The account at that school still has the password that the school gave. Sign in there first and choose your own',
  },
  'link.unsupported': {
    status: 400,
    zh: '这项操作不能替另一所学校的账号进行，请到那所学校的门户里操作',
    en: 'This cannot be done for an account at another school. Do it in that school’s portal',
  },
  'structure.in_use': {
    status: 409,
    zh: '里面还有班级或人员，请先移走',
    en: 'There are classes or people in it. Move them first',
  },
  'year.stale': {
    status: 409,
    zh: '班级或学生刚刚有变化，什么都没有改变。请再看一遍预览',
    en: 'Classes or pupils have just changed, so nothing was done. Look at the preview again',
  },
  'year.name_taken': {
    status: 409,
    zh: '已经有这个名称的学年',
    en: 'There is a school year with this name already',
  },
  'year.too_early': {
    status: 400,
    zh: '新学年要在本学年结束以后开始',
    en: 'The new year begins after the present one has ended',
  },
  'year.overlaps': {
    status: 400,
    zh: '和另一个学年的日期重叠',
    en: 'These days overlap with those of another school year',
  },
  'year.term_twice': {
    status: 400,
    zh: '这个学年里已经有同名的学期',
    en: 'This year has a term with this name already',
  },
  'year.class_twice': {
    status: 400,
    zh: '同一年级有两个班级同名，请改其中一个',
    en: 'Two classes of a grade have the same name. Change one of them',
  },
  'year.wrong_class': {
    status: 400,
    zh: '有学生要去的班级会毕业或不存在，请另选班级',
    en: 'The class that a pupil goes to graduates or is not there. Choose another one',
  },
  'year.undo_gone': {
    status: 409,
    zh: '这次升学年不能再撤销，请刷新页面',
    en: 'This turn of the year cannot be undone any more. Refresh the page',
  },
  'year.in_use': {
    status: 409,
    zh: '升学年以后又有改动，不能撤销',
    en: 'It cannot be undone: things were changed after it',
  },
  'application.gone': {
    status: 404,
    zh: '这个应用已经不在了，请刷新页面',
    en: 'This application is not there any more. Refresh the page',
  },
  'application.needed': {
    status: 409,
    zh: '管理员离不开这个应用，不能停用，也不能限定谁能看到',
    en: 'Administrators need this application. It cannot be switched off or limited',
  },
  'application.dedicated_taken': {
    status: 409,
    zh: '学校专属应用已经有了，每个单位只有一个',
    en: 'The unit has its dedicated application already, and can have one only',
  },
  'application.built_in': {
    status: 409,
    zh: '内置应用不能删除，可以停用',
    en: 'A built-in application cannot be deleted. Switch it off',
  },
  'application.link': {
    status: 400,
    zh: '请输入以 https:// 开头的网址',
    en: 'Enter the address of the application, which begins with https://',
  },
  'application.http': {
    status: 400,
    zh: '这个地址用的是不加密的 http，门户没有放行。校内的服务器可以请平台运维人员放行（PORTAL_HTTP_APPLICATIONS），其他应用请用 https:// 地址',
    en: 'This address is on plain http, which anyone on the way can read and change, and the portal does not allow it. The operator of the portal can allow servers in the school’s network (PORTAL_HTTP_APPLICATIONS); otherwise use an address with https://',
  },
  'application.http_own_host': {
    status: 400,
    zh: '这个地址和门户在同一个主机名上，浏览器会把门户的登录状态一起发过去。请给应用另配一个主机名',
    en: 'This address is at the portal’s own host name, so browsers would send people’s sign-in to the portal along. Give the application a host name of its own',
  },
  'application.no_client': {
    status: 400,
    zh: '这个第三方应用已经不在了，或者没有入口地址，请另选一个',
    en: 'This third party is gone or has no entry. Choose another one',
  },
  'application.no_icon': {
    status: 400,
    zh: '这个图标已经不在了，请另选一个',
    en: 'This icon is not there any more. Choose another one',
  },
  'application.audience_gone': {
    status: 400,
    zh: '选中的角色、班级或校区有的已经不在了，请重新选择',
    en: 'Some of the chosen roles, classes or campuses are gone. Choose again',
  },
  'application.too_many': {
    status: 409,
    zh: '自己的应用最多 200 个，请先删除不用的',
    en: 'There can be at most 200 own applications. Delete unused ones first',
  },
  'application.picture_size': {
    status: 413,
    zh: '图片太大，请选择不超过 5 MB、4000 万像素的图片',
    en: 'The picture is too large. Choose one of at most 5 MB and 40 megapixels',
  },
  'branding.no_draft': {
    status: 404,
    zh: '已经没有草稿了',
    en: 'There is no draft any more',
  },
  'branding.no_version': {
    status: 404,
    zh: '这个版本已经不在了，请刷新页面',
    en: 'This version is not there any more. Refresh the page',
  },
  'branding.picture_format': {
    status: 400,
    zh: '请选择 PNG、JPEG 或 WebP 图片',
    en: 'Choose a picture in PNG, JPEG or WebP',
  },
  'branding.picture_size': {
    status: 400,
    zh: '图片太大：不超过 8 MB、4000 万像素',
    en: 'The picture is too large: at most 8 MB and 40 million pixels',
  },
  'branding.picture_gone': {
    status: 404,
    zh: '图片已经不在了，请重新选择',
    en: 'The picture is not there any more. Choose it again',
  },
})

export type ErrorCode = keyof typeof errorTexts

/** Whether a code is one of the portal's own. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTexts, code)
}
