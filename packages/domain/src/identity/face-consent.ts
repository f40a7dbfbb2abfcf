/** Raised with every change of the text below; kept with each check as what the person has read and agreed to. */
export const FACE_CONSENT_VERSION = 1;

/** The rules by which a face is looked at (人脸信息处理规则), agreed to separately each time: one sentence per line. */
export const FACE_CONSENT_LINES: readonly string[] = [
  '用来做什么：只用来核对现在办事的是不是您本人，只用这一次，不作别的用途。',
  '谁来核对：由腾讯云或微众银行的人脸核身服务在它的页面上核对。我们把您的姓名和身份证号交给它，由它和权威数据比对。',
  '我们留下什么：只留下有没有通过、时间和没通过的原因。您的人脸照片和视频不会传给我们，我们也不保存。',
  '您可以不同意：不刷脸也能办，可以选择别的核对办法，结果一样。',
  '已经同意的，可以在刷脸完成前随时退出；退出以后不会核对您的人脸。',
];
