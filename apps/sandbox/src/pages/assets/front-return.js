// UnionPay sends the browser back by a form POST.
document.getElementById('front-return')?.submit();
