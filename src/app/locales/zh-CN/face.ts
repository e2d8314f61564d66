const face = {
  view: '摄像头画面，像照镜子一样左右相反',
  initializing: '正在打开摄像头',
  sending: '正在识别',
  done: '识别成功',
  again: '点击重试',
  timeoutHint: '请在15秒内正对指定区域，保持2秒以上',
  tryCamera: '重新打开摄像头',
  camera: '摄像头',
  cameraNumber: '摄像头 {{number}}',
  hints: {
    nobody: '请把脸放进椭圆里',
    several: '画面里不止一个人，请一个一个来',
    closer: '请靠近一点',
    further: '请离远一点',
    left: '请往左一点',
    right: '请往右一点',
    up: '请往上一点',
    down: '请往下一点',
    straight: '请正对摄像头',
    dark: '光线太暗，请面向光亮处',
    bright: '光线太强，请避开直射光',
    'one-sided': '请转向光亮的一边',
    hold: '很好，请保持不动',
  },
  problems: {
    none: '本设备未检测到摄像头！',
    noneHint: '接上摄像头后会自动打开。',
    insecure: '这个地址不能使用摄像头',
    insecureHint: '请用以 https:// 开头的地址打开门户，或请学校管理员设置安全连接。',
    denied: '摄像头没有得到允许',
    deniedHint: '请在浏览器地址栏的网站设置里允许使用摄像头，然后再试。',
    busy: '摄像头正被别的程序使用',
    busyHint: '请关闭正在使用摄像头的程序，然后再试。',
  },
}

export default face
export type FaceTexts = typeof face
