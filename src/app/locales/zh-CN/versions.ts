const versions = {
  about: '关于',
  company: '学校门户',
  copyright: '版权所有 © {{from}}-{{to}} 学校门户的作者',
  list: '版本',
  version: '版本 {{version}}',
  notes: '版本 {{version}} 的更新内容',
  none: '暂无版本信息',
  failed: '版本信息没有加载成功',
  failedHint: '请检查网络，或稍后再试。',
  offlineHint: '联网后会自动显示。',
  frontEnd: '前端版本 {{version}}',
  server: '服务端版本 {{version}}',
  packaged: '打包日期 {{date}}',
  mismatchTitle: '前后端版本不匹配',
  serverOld: '前端需要服务端 {{needed}} 或更高版本，现在是 {{found}}。请联系管理员升级服务端。',
  frontEndOld: '服务端需要前端 {{needed}} 或更高版本，现在是 {{found}}。请刷新页面；仍不行时请联系管理员。',
  reload: '刷新',
  missingTitle: '缺少版本接口',
  missing: '微服务 {{service}} 没有版本号接口，请联系后端开发人员。',
}

export type VersionTexts = typeof versions
export default versions
