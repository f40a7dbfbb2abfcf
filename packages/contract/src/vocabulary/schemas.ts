import Type from 'typebox';

/** Schema parts that several calls share. Texts are bounded so that one field can never carry a megabyte. */
export const Empty = Type.Object({});
export const PhoneNumber = Type.String({ pattern: '^1[3-9][0-9]{9}$', description: '11 位手机号' });
export const SmsCode = Type.String({ pattern: '^[0-9]{6}$', description: '6 位短信验证码' });
export const PersonName = Type.String({ minLength: 1, maxLength: 60, description: '姓名' });
export const IdNumberText = Type.String({ minLength: 5, maxLength: 30, description: '证件号码' });
export const IdType = Type.String({ pattern: '^[0-9]{2}$', description: '证件类型（字典 id_type）' });
export const Sex = Type.Union([Type.Literal('m'), Type.Literal('f')]);
export const BirthDate = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', description: '出生日期' });
export const Relationship = Type.Enum(['00', '01', '02', '03', '05'], {
  description: '与缴费人的关系：00 本人 01 配偶 02 父母 03 子女 05 其他',
});
export const RegionCode = Type.String({ pattern: '^32[0-9]{4}$', description: '医保所在地代码' });
export const MedicalType = Type.Enum(['310', '390'], {
  description: '医保类型（字典 medical_type）：310 职工 390 居民',
});
export const OrderNo = Type.String({ pattern: '^[A-Z]{2}[0-9]{10,26}$', description: '订单号' });
export const PolicyNo = Type.String({ pattern: '^[A-Z0-9]{10,32}$', description: '保单号' });
export const MailNo = Type.String({ pattern: '^[A-Z0-9]{10,40}$', description: '邮件编号' });
export const MemberId = Type.String({ pattern: '^[0-9A-Z]{10,32}$', description: '家人编号' });
export const ClientKey = Type.String({ pattern: '^[0-9a-zA-Z-]{16,64}$', description: '客户端幂等键' });
export const EditionCode = Type.String({ pattern: '^[a-z0-9]{2,20}$', description: '产品版本代码' });
export const Fen = Type.Integer({ minimum: 0, description: '金额，单位分' });
/** Beijing time, ISO 8601 with +08:00. */
export const BeijingTime = Type.String({ maxLength: 40, description: '北京时间，ISO 8601' });
export const Deadline = Type.String({ maxLength: 60, description: '最晚时间（北京时间）；节假日尚未公布时注明顺延' });
export const WechatOpenId = Type.String({ minLength: 1, maxLength: 128, pattern: '^[0-9A-Za-z_-]+$' });
export const Cursor = Type.String({ maxLength: 120, pattern: '^[0-9A-Za-z_-]*$' });

/** A stored person, as their owner sees them in lists: numbers masked. */
export const MaskedPerson = Type.Object({
  name: Type.String(),
  idType: IdType,
  idNumberMasked: Type.String(),
  phoneMasked: Type.String(),
});

/** Of a text message: opens the page on which one person confirms. */
export const MessageLink = Type.String({ pattern: '^[0-9A-Za-z_-]{16}$', description: '短信里的链接编号' });
/** The end of the own identity number; shown by whoever opens a link. */
export const IdTail = Type.String({ pattern: '^[0-9A-Za-z]{6}$', description: '证件号码后 6 位' });
