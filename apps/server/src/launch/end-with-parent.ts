// Loaded into a child program before its own code: when the channel to the parent closes, however the parent ended,
// the child ends too, so that nothing is left behind on its port.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

export {};
