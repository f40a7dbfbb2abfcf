import type { StaffDependencies } from '../staff/index.ts';
import type { MessageSenderDependencies } from './message-sender.ts';

export interface NoticeDeskDependencies extends MessageSenderDependencies, StaffDependencies {}
