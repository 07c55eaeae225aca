!function(){function a(e,n){e.style.height=n+"px"}function b(e){return e.offsetTop+e.offsetHeight}function c(e,n){a(e,20+n)}function d(e){return b(e)}function f(){for(let i=0;i<27;i++){const e=document.getElementById("r"+i);c(e,i);d(e)}document.title="done"}document.getElementById("go").addEventListener("click",f)}();
//# sourceMappingURL=table.js.map
