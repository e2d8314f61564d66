const storageAdmin = {
  title: '存储空间',
  hint: '大家在“文件”里能放多少内容。保存后立即对所有人生效。',
  failed: '没有加载成功',
  failedHint: '请检查网络，或稍后再试。设置没有变化。',
  offline: '现在没有网络',
  offlineHint: '联网后会自动显示存储空间。',
  offlineActions: '现在没有网络，联网后才能保存。已填写的内容会保留。',
  saved: '已保存',
  now: {
    title: '目前用量',
    of: '已用 {{used}}，共 {{quota}}',
    full: '已用 {{used}}，共 {{quota}}。空间已满，谁都不能再上传',
    noQuota: '已用 {{used}}，没有限制',
    hint: '包括正在上传的文件，以及删除后还没满 {{days}} 天的文件。几个人有同样的文件，只算一份。',
  },
  quotas: {
    title: '限额',
    hint: '留空表示不限制，0 表示不能上传。调小以后，已有的文件都会保留。',
    none: '不限制',
    unit: '全部用户合计',
    unitHint: '服务器的硬盘满了，大家同样不能上传。',
    unitOver: '比目前用量小：保存后谁都不能再上传，直到用量降下来。',
    each: '每个人',
    groups: { student: '学生', teacher: '教师', parent: '家长', staff: '职工' },
    group_one: '{{count}} 人，共用 {{used}}；用得最多的一人 {{most}}',
    group_other: '{{count}} 人，共用 {{used}}；用得最多的一人 {{most}}',
    groupOver_one: '有人已用 {{most}}，超过这个限额：文件都会保留，但不能再上传。',
    groupOver_other: '有人已用 {{most}}，超过这个限额：文件都会保留，但不能再上传。',
    unused_one: '{{count}} 人，还没有使用',
    unused_other: '{{count}} 人，还没有使用',
    nobody: '目前没有人',
  },
}

export type StorageAdminTexts = typeof storageAdmin
export default storageAdmin
