/** Texts of the Files application; English has the same keys (`en.ts`). */
const texts = {
  title: '文件',
  path: '所在位置',
  toolbar: {
    upload: '上传文件',
    newFolder: '新建文件夹',
    sortBy: '排序方式',
  },
  table: {
    label: '文件列表',
    name: '名称',
    size: '大小',
    date: '修改日期',
    actions: '操作',
    folder: '文件夹',
    summary: '{{folders}}，{{files}}，共 {{size}}',
    folders_one: '{{count}} 个文件夹',
    folders_other: '{{count}} 个文件夹',
    files_one: '{{count}} 个文件',
    files_other: '{{count}} 个文件',
  },
  sort: {
    nameUp: '名称（升序）',
    nameDown: '名称（降序）',
    sizeUp: '从小到大',
    sizeDown: '从大到小',
    dateUp: '从旧到新',
    dateDown: '从新到旧',
  },
  action: {
    download: '下载 {{name}}',
    remove: '删除 {{name}}',
    rename: '重命名 {{name}}',
    undo: '撤销',
    cancel: '取消',
    retry: '重试',
    top: '回到最上层',
  },
  removed: '已删除「{{name}}」',
  notRemoved: '「{{name}}」没有删除，仍在原处。{{reason}}',
  restored: '已恢复「{{name}}」',
  notRestored: '「{{name}}」没有恢复。{{reason}}',
  renamed: '已改名为「{{name}}」',
  folderCreated: '已新建文件夹「{{name}}」',
  newFolder: {
    title: '新建文件夹',
    name: '文件夹名称',
    confirm: '新建',
  },
  rename: {
    titleFile: '重命名文件',
    titleFolder: '重命名文件夹',
    name: '新名称',
    confirm: '保存',
  },
  nameError: {
    empty: '请输入名称',
    long: '名称最多 {{limit}} 个字符，请缩短一些',
    characters: '名称不能包含 / 和 \\，也不能只写点号',
    taken: '这里已经有这个名称，请换一个',
    type: '不允许使用这种文件类型的扩展名',
  },
  empty: {
    title: '这里还没有文件',
    hint: '点「上传文件」选择，或把文件拖到页面任意位置。',
    hintTouch: '照片、视频和文档，都可以放在这里。',
  },
  loading: '正在打开文件列表',
  failed: {
    title: '文件列表没有打开',
    safe: '你的文件没有变动。',
    missing: '这个文件夹已经不在了',
    missingHint: '它可能已被删除或移走，其他文件不受影响。',
    offlineTitle: '现在没有网络',
    offlineHint: '文件都在。网络恢复后，列表会自动出现。',
  },
  stale: '列表没有刷新，显示的是上次的内容。{{reason}}',
  offline: {
    banner: '列表是上次的内容。上传会等网络恢复后自动继续，其他操作请稍后再做。',
    action: '现在没有网络，恢复后才能这样做。文件没有变动。',
  },
  reason: {
    network: '没有连上服务器，请检查网络后重试。',
    timeout: '服务器很久没有回应，请稍后重试。',
    other: '出了点问题，请稍后重试。',
  },
  drop: {
    title: '松开鼠标，上传到「{{folder}}」',
    hint: '可以一次放多个文件',
    foldersOnly: '暂时不能整个上传文件夹。请打开文件夹，把里面的文件拖进来。',
    foldersSkipped: '文件已开始上传，其中的文件夹没有上传。请打开文件夹，把里面的文件拖进来。',
  },
  room: {
    used: '已用 {{used}}，共 {{quota}}',
    little: '已用 {{used}}，共 {{quota}}，快满了。删除的文件 {{days}} 天后才腾出空间。',
    full: '已用 {{used}}，共 {{quota}}，已满。请管理员增加空间，或删除文件，{{days}} 天后腾出空间。',
  },
  pasted: '粘贴 {{moment}}',
}

export type Texts = typeof texts

export default texts
