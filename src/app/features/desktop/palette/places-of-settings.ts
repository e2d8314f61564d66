import { PARENT, TEACHER } from '../../../../../contract/fields.ts'
import type { Place } from './place.ts'

const part = (name: string, names: Omit<Place, 'at'>): Place => ({ at: { settings: `?part=${name}` }, ...names })

/** Something on the page of the own account. */
const account = (action: string, names: Omit<Place, 'at'>): Place => ({ at: { settings: '' }, action, ...names })

/** The settings, in the order of their list and of their pages. */
export const SETTINGS_PLACES: readonly Place[] = [
  account('account-picture', {
    chinese: '头像',
    pinyin: 'tou xiang',
    english: 'Your picture',
    words: 'photo, 照片, zhaopian',
  }),
  account('account-contact', {
    chinese: '联系方式',
    pinyin: 'lian xi fang shi',
    english: 'Contact details',
    words: 'phone, e-mail, 手机, shouji, 邮箱, youxiang',
  }),
  account('account-own', {
    userTypes: [TEACHER, PARENT],
    chinese: '教师和家长账号',
    pinyin: 'jiao shi he jia zhang zhang hao',
    english: 'Teacher and parent account',
    words: 'link, switch role, 关联, guanlian, 切换身份, qiehuanshenfen',
  }),
  account('account-schools', {
    userTypes: [PARENT],
    chinese: '其他学校的孩子',
    pinyin: 'qi ta xue xiao de hai zi',
    english: 'Children at other schools',
    words: 'link, code, 关联码, guanlianma',
  }),
  account('account-devices', {
    chinese: '已登录的设备',
    pinyin: 'yi deng lu de she bei',
    english: 'Signed-in devices',
    words: 'sessions, sign out elsewhere, 下线, xiaxian',
  }),
  account('change-password', {
    chinese: '修改密码',
    pinyin: 'xiu gai mi ma',
    english: 'Change password',
    words: 'new password, 新密码, xinmima',
  }),
  account('add-passkey', {
    chinese: '添加通行密钥',
    pinyin: 'tian jia tong xing mi yao',
    english: 'Add a passkey',
    words: 'fingerprint, WebAuthn, 指纹, zhiwen',
  }),
  account('set-up-second-step', {
    chinese: '两步验证',
    pinyin: 'liang bu yan zheng',
    english: 'Two-step verification',
    words: 'second factor, authenticator, TOTP, 验证器, yanzhengqi, 恢复码, huifuma',
  }),
  account('account-applications', {
    chinese: '可以使用账号的应用和设备',
    pinyin: 'ke yi shi yong zhang hao de ying yong he she bei',
    english: 'Apps and devices with access to your account',
    words: 'applications, add a device, client, 添加设备, tianjiashebei, 授权, shouquan',
  }),
  account('account-identities', {
    chinese: '外部账号',
    pinyin: 'wai bu zhang hao',
    english: 'External accounts',
    words: 'WeChat, link, 微信, weixin, 绑定, bangding',
  }),
  account('account-activity', {
    chinese: '最近的登录记录',
    pinyin: 'zui jin de deng lu ji lu',
    english: 'Recent sign-in activity',
    words: 'history, log',
  }),
  part('face', {
    chinese: '人脸',
    pinyin: 'ren lian',
    english: 'Face',
    words: 'enrol, camera, PIN, 刷脸, shualian, 拍照, paizhao',
  }),
  part('appearance', {
    chinese: '外观',
    pinyin: 'wai guan',
    english: 'Appearance',
    words: 'theme, dark, contrast, colours, 主题, zhuti, 深色, shense, 对比度, duibidu',
  }),
  part('language', { chinese: '语言', pinyin: 'yu yan', english: 'Language' }),
  part('desktop', {
    chinese: '桌面设置',
    pinyin: 'zhuo mian she zhi',
    english: 'Desktop settings',
    words: 'icons, recent, 图标, tubiao',
  }),
  part('messages', {
    chinese: '消息设置',
    pinyin: 'xiao xi she zhi',
    english: 'Message settings',
    words: 'notifications, to-dos, 通知, tongzhi, 待办, daiban',
  }),
  part('device', {
    chinese: '本机',
    pinyin: 'ben ji',
    english: 'This device',
    words: 'install, clear, offline, 安装, anzhuang, 缓存, huancun',
  }),
  part('about', {
    chinese: '关于',
    pinyin: 'guan yu',
    english: 'About',
    words: 'version, 版本, banben',
  }),
]
